/** The light of one portrait, all of it drawn from the fandom color. */
import { oklch, toOklch } from './color.ts';

export interface Palette {
	highlight: string;
	bright: string;
	mid: string;
	deep: string;
	ink: string;
	/** The second lamp, from behind. */
	second: string;
	secondDeep: string;
	rim: string;
	sun: string;
	cloth: string;
	face: [dark: string, shade: string, light: string, edge: string];
	hair: [back: string, middle: string, front: string];
	sheen: string;
	backSheen: string;
	strand: string;
	prop: string;
	propDark: string;
}

/** `turn` is how far the second lamp's hue lies from the first, in degrees. */
export function paletteOf(fanColor: string, turn: number): Palette {
	const { chroma, hue } = toOklch(fanColor);
	const c = Math.max(chroma, 0.06);
	const second = (hue + turn + 360) % 360;
	// Dark yellows turn olive: their darks lean to orange, their mids are lifted.
	const yellowness = hue > 60 && hue < 128 ? 1 - Math.abs(hue - 92) / 60 : 0;
	const lift = yellowness * 0.09;
	const dark = hue > 60 && hue < 128 ? hue - 34 * Math.max(0, 1 - Math.abs(hue - 92) / 40) : hue;
	const between = (hue + dark) / 2;
	const ink = oklch(0.15, c * 0.32, dark);
	return {
		highlight: oklch(0.9, c * 0.5, hue),
		bright: oklch(0.78, c * 1.05, hue),
		mid: oklch(0.6 + lift, c * 1.05, between),
		deep: oklch(0.31 + lift * 0.8, c * 0.75, dark),
		ink,
		second: oklch(0.66, c * 0.95, second),
		secondDeep: oklch(0.36, c * 0.7, second),
		rim: oklch(0.84, c * 0.7, second),
		sun: oklch(0.86, c * 0.75, hue),
		cloth: oklch(0.26, c * 0.6, dark),
		face: [
			oklch(0.2, c * 0.5, second),
			oklch(0.34, c * 0.75, dark),
			oklch(0.58 + lift, c * 0.95, between),
			oklch(0.72, c, hue),
		],
		hair: [oklch(0.17, c * 0.4, second), ink, oklch(0.24, c * 0.55, dark)],
		sheen: oklch(0.62, c * 0.9, hue),
		backSheen: oklch(0.5, c * 0.8, second),
		strand: oklch(0.5, c * 0.7, hue),
		prop: oklch(0.3, c * 0.6, second),
		propDark: oklch(0.2, c * 0.5, second),
	};
}
