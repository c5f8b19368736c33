/** One fandom color in, safe tokens out: whatever hex an operator chooses, text on it and in it stays readable. */
import type { CSSProperties } from 'react';

/** The parts of tokens.css that the computation has to know. */
export const INK = '#0a0b14';
const CARD = { dark: '#11131f', light: '#ffffff' };
export const CONTROL = { dark: '#191c2c', light: '#eceaf4' };

const INK_CONTRAST_MIN = 6;
const TEXT_CONTRAST_MIN = 4.6;
const TINT_PART = 0.13;

export interface FanColors {
	/** Fills; labels on it are always ink. */
	fill: string;
	/** Text in the dark theme, on the tint and on controls. */
	textOnDark: string;
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

type Oklch = ReturnType<typeof toOklch>;

type Triple = [number, number, number];

export function toOklch(hex: string) {
	const [r, g, b] = linearChannels(hex);
	const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
	const greenRed = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
	const blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
	return {
		lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
		chroma: Math.hypot(greenRed, blueYellow),
		hue: ((Math.atan2(blueYellow, greenRed) * 180) / Math.PI + 360) % 360,
	};
}

/** Chroma is lowered until the color exists in sRGB. */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
	let reachable = chroma;
	for (let step = 0; step < 40 && !inGamut(rgbOf(lightness, reachable, hue)); step++) reachable *= 0.95;
	return hexOf(rgbOf(lightness, reachable, hue));
}

export function contrast(one: string, other: string): number {
	const [a, b] = [luminance(one), luminance(other)];
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function mix(base: string, top: string, part: number): string {
	const [bases, tops] = [channels(base), channels(top)];
	const mixed = bases.map((value, index) => Math.round(value * (1 - part) + (tops[index] ?? 0) * part));
	return `#${mixed.map(hexByte).join('')}`;
}

function luminance(hex: string): number {
	const [r, g, b] = linearChannels(hex);
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channels(hex: string): Triple {
	const value = Number.parseInt(hex.slice(1), 16);
	return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function linearChannels(hex: string): Triple {
	const [r, g, b] = channels(hex);
	return [linear(r / 255), linear(g / 255), linear(b / 255)];
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const gamma = (value: number): number => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

function rgbOf(lightness: number, chroma: number, hue: number): Triple {
	const greenRed = chroma * Math.cos((hue * Math.PI) / 180);
	const blueYellow = chroma * Math.sin((hue * Math.PI) / 180);
	const l = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3;
	const m = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3;
	const s = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3;
	return [
		4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
		-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
		-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
	];
}

const inGamut = (rgb: Triple): boolean => rgb.every((value) => value >= -0.001 && value <= 1.001);

const hexOf = (rgb: Triple): string =>
	`#${rgb.map((value) => hexByte(Math.round(clamp(gamma(clamp(value))) * 255))).join('')}`;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

const hexByte = (value: number): string => value.toString(16).padStart(2, '0');
