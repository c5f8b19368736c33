/** Colour by eye: OKLCH in (lightness 0–1, chroma, hue in degrees), sRGB hex out. */

export interface Oklch {
	lightness: number;
	chroma: number;
	hue: number;
}

/** The nearest displayable colour: chroma gives way until it fits sRGB, lightness and hue stay. */
export function oklch(lightness: number, chroma: number, hue: number): string {
	let fitting = chroma;
	for (let tries = 0; tries < 40 && !displayable(linearRgb(lightness, fitting, hue)); tries++) fitting *= 0.95;
	return '#' + linearRgb(lightness, fitting, hue).map(hexPair).join('');
}

/** Reads `#RRGGBB`. */
export function toOklch(hex: string): Oklch {
	const channel = (at: number) => fromGamma(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
	const [red, green, blue] = [channel(1), channel(3), channel(5)];
	const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
	const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
	const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
	const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
	const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
	return {
		lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
		chroma: Math.hypot(a, b),
		hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
	};
}

function linearRgb(lightness: number, chroma: number, hue: number): [number, number, number] {
	const a = chroma * Math.cos((hue * Math.PI) / 180);
	const b = chroma * Math.sin((hue * Math.PI) / 180);
	const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
		-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
		-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
	];
}

const displayable = (channels: number[]) => channels.every((value) => value >= -0.001 && value <= 1.001);
const fromGamma = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

function hexPair(linear: number): string {
	const gamma = toGamma(Math.min(1, Math.max(0, linear)));
	return Math.round(Math.min(1, Math.max(0, gamma)) * 255)
		.toString(16)
		.padStart(2, '0');
}
