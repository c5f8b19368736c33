/** Color by eye: OKLCH in (lightness 0–1, chroma, hue in degrees), sRGB hex out. The arithmetic is the look's own. */
import { fromOklch } from '#ui/fan-color.ts';

export { toOklch } from '#ui/fan-color.ts';

/** The nearest displayable color: chroma gives way until it fits sRGB, lightness and hue stay. */
export function oklch(lightness: number, chroma: number, hue: number): string {
	return fromOklch({ lightness, chroma, hue });
}
