/** One fandom color in, safe tokens out: whatever hex an operator chooses, text on it and in it stays readable. */
import type { CSSProperties } from 'react';
import { contrast, fromOklch, mix, toOklch } from './color.ts';

/** The parts of tokens.css that the computation has to know. */
const INK = '#0a0b14';
const CARD = { dark: '#11131f', light: '#ffffff' };
const CONTROL = { dark: '#191c2c', light: '#eceaf4' };

const INK_CONTRAST_MIN = 6;
const TEXT_CONTRAST_MIN = 4.6;
const TINT_PART = 0.13;

export interface FanColors {
	/** Fills; labels on it are always ink. */
	fill: string;
	/** Text in the dark theme, on the tint and on controls. */
	textOnDark: string;
	/** The same in the light theme. */
	textOnLight: string;
	/** A lightstick seen on paper: the ocean of the light theme. */
	stickOnLight: string;
}

/** The style of an element with class `fan`: see tokens.css. Without a color the hall's shines through. */
export function fanStyle(hex: string | null): CSSProperties {
	if (hex === null) return {};
	const colors = fanColors(hex);
	return {
		'--fan-fill': colors.fill,
		'--fan-tx-on-dark': colors.textOnDark,
		'--fan-tx-on-light': colors.textOnLight,
	} as CSSProperties;
}

const known = new Map<string, FanColors>();

export function fanColors(hex: string): FanColors {
	const cached = known.get(hex);
	if (cached) return cached;
	const fill = readableFill(hex.toLowerCase());
	const colors = {
		fill,
		textOnDark: readableText(fill, hex, 'dark'),
		textOnLight: readableText(fill, hex, 'light'),
		stickOnLight: stickOnLight(hex),
	};
	known.set(hex, colors);
	return colors;
}

/** The color itself, lightened until ink can be read on it. */
function readableFill(hex: string): string {
	const color = toOklch(hex);
	let fill = hex;
	while (contrast(fill, INK) < INK_CONTRAST_MIN) {
		color.lightness += 0.01;
		fill = fromOklch(color);
	}
	return fill;
}

function readableText(fill: string, hex: string, theme: 'dark' | 'light'): string {
	const { lightness, chroma, hue } = toOklch(hex);
	const surfaces = [mix(CARD[theme], fill, TINT_PART), CONTROL[theme]];
	const step = theme === 'dark' ? 0.01 : -0.01;
	const color =
		theme === 'dark'
			? { lightness: Math.max(lightness, 0.74), chroma: Math.min(chroma, 0.15), hue }
			: { lightness: Math.min(lightness, 0.62), chroma: Math.min(chroma, 0.19), hue };
	let text = fromOklch(color);
	while (surfaces.some((surface) => contrast(text, surface) < TEXT_CONTRAST_MIN)) {
		color.lightness += step;
		if (color.lightness <= 0.1 || color.lightness >= 0.99) break;
		text = fromOklch(color);
	}
	return text;
}

function stickOnLight(hex: string): string {
	const { lightness, chroma, hue } = toOklch(hex);
	return fromOklch({
		lightness: Math.min(lightness, 0.68),
		chroma: chroma < 0.02 ? chroma : Math.max(chroma, 0.12),
		hue,
	});
}
