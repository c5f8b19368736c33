/** Portraits: a lit stage, one singer or a group before it, and the lightsticks of the first rows. */
import { motifs, type MotifName, type Spot } from './motifs.ts';
import { paletteOf, type Palette } from './palette.ts';
import { randomFrom, type Random } from './random.ts';
import { drawSinger, type Place, type Singer } from './singer.ts';
import { blur, document, linear, n, radial, repeat } from './svg.ts';

export interface Portrait {
	seed: string;
	/** `#RRGGBB`. */
	fanColor: string;
	motif: MotifName;
	/** How far the second lamp's hue lies from the fandom's, in degrees; drawn by lot if missing. */
	secondLamp?: number | undefined;
	/** One, or a group of which the first three are seen. */
	singers: Singer[];
}

/** A square SVG picture. Good down to 40 px: the head fills most of it. */
export function portrait({ seed, fanColor, motif, secondLamp, singers }: Portrait, size = 640): string {
	const random = randomFrom(seed);
	const drawnByLot = random.chance(0.5) ? 52 : -52;
	const palette = paletteOf(fanColor, secondLamp ?? drawnByLot);
	const front = singers[0];
	const spot: Spot = {
		x: singers.length > 1 ? 200 : front?.facesLeft ? 190 : 210,
		y: 160 + random.next() * 16,
		radius: 122 + random.next() * 22,
	};
	const whole = '<rect width="400" height="400"';
	const board =
		`${whole} fill="url(#stage)"/>${whole} fill="url(#wash)"/>` +
		motifs[motif](palette, spot, random) +
		farLights(random) +
		crowd(singers, palette) +
		`${whole} fill="url(#floor)"/>${nearLights(random)}`;
	return document(size, size, definitions(palette), `<svg viewBox="0 0 400 400">${board}</svg>`);
}

/** Where the singers stand, the first in front. One who faces left stands on the other side of the middle. */
const places: Record<number, Place[]> = {
	1: [{ x: 192, y: 432, scale: 1.2 }],
	2: [
		{ x: 252, y: 436, scale: 1.02 },
		{ x: 272, y: 402, scale: 0.92 },
	],
	3: [
		{ x: 196, y: 436, scale: 0.96 },
		{ x: 292, y: 392, scale: 0.86 },
		{ x: 292, y: 392, scale: 0.86 },
	],
};

/** A group looks outward: the second turns away from the first, the third does not. */
function crowd(singers: Singer[], palette: Palette): string {
	const shown = singers.slice(0, 3).map((singer, index) => {
		const turned = index === 1 ? !singers[0]?.facesLeft : singers[0]?.facesLeft;
		return { ...singer, facesLeft: turned };
	});
	const drawn = (places[shown.length] ?? []).map((place, index) => {
		const singer = shown[index];
		return singer ? drawSinger(singer, palette, place, index) : '';
	});
	return drawn.toReversed().join('');
}

/** Many small lights, low in the picture. A gradient is as soft as a blur here, and costs a hundredth of it. */
function farLights(random: Random): string {
	return repeat(26, () => {
		const [x, y] = [random.next() * 400, 250 + random.next() * 150 * (0.4 + random.next())];
		const light = random.chance(0.68) ? 'light-bright' : 'light-rim';
		return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(random.between(5, 17))}" fill="url(#${light})" fill-opacity="${n(random.between(0.2, 0.7))}"/>`;
	});
}

/** A few large and soft ones in the corners, as if held up beside the camera. */
function nearLights(random: Random): string {
	return repeat(5, (i) => {
		const x = random.chance(0.5) ? random.next() * 90 : 310 + random.next() * 90;
		return `<circle cx="${n(x)}" cy="${n(random.between(300, 400))}" r="${n(random.between(30, 60))}" fill="url(#${i % 2 ? 'haze-rim' : 'haze-bright'})" fill-opacity="${n(random.between(0.2, 0.4))}"/>`;
	});
}

function definitions(palette: Palette): string {
	const { highlight, bright, mid, deep, ink, second, secondDeep, rim, sun, cloth, face, hair } = palette;
	return (
		radial(
			'stage',
			[0.54, 0.4, 0.78],
			[
				{ at: 0, color: bright },
				{ at: 0.38, color: mid },
				{ at: 0.75, color: deep },
				{ at: 1, color: ink },
			],
		) +
		linear(
			'wash',
			[0, 0.1, 1, 0.5],
			[
				{ at: 0, color: second, opacity: 0.95 },
				{ at: 0.5, color: secondDeep, opacity: 0.25 },
				{ at: 1, color: secondDeep, opacity: 0 },
			],
		) +
		radial(
			'sun',
			[0.5, 0.5, 0.5],
			[
				{ at: 0, color: highlight },
				{ at: 0.86, color: sun },
				{ at: 0.97, color: bright },
				{ at: 1, color: bright, opacity: 0 },
			],
		) +
		linear(
			'beam-key',
			[0, 0, 0, 1],
			[
				{ at: 0, color: highlight, opacity: 0.9 },
				{ at: 1, color: bright, opacity: 0 },
			],
		) +
		linear(
			'beam-fill',
			[0, 0, 0, 1],
			[
				{ at: 0, color: rim, opacity: 0.9 },
				{ at: 1, color: second, opacity: 0 },
			],
		) +
		linear(
			'cloth',
			[0.2, 0, 0.8, 1],
			[
				{ at: 0, color: cloth },
				{ at: 1, color: ink },
			],
		) +
		linear(
			'face',
			[0.25, 0.2, 1, 0.62],
			[
				{ at: 0, color: face[0] },
				{ at: 0.45, color: face[1] },
				{ at: 0.8, color: face[2] },
				{ at: 1, color: face[3] },
			],
		) +
		linear(
			'hair',
			[0, 0.2, 1, 0.8],
			[
				{ at: 0, color: hair[0] },
				{ at: 0.6, color: hair[1] },
				{ at: 1, color: hair[2] },
			],
		) +
		linear(
			'floor',
			[0, 0, 0, 1],
			[
				{ at: 0.62, color: ink, opacity: 0 },
				{ at: 1, color: ink, opacity: 0.78 },
			],
		) +
		lamp('bright', bright) +
		lamp('rim', rim) +
		blur('soft', 9) +
		rimLight('rim', { dx: 6, dy: 5, deviation: 4, key: 0.95, back: 0.7 }, palette) +
		rimLight('thin-rim', { dx: 4, dy: 3, deviation: 3, key: 0.85, back: 0.35 }, palette)
	);
}

/** A point of light out of focus: sharp-edged when far, a haze when near. */
function lamp(name: string, color: string): string {
	return (
		radial(
			`light-${name}`,
			[0.5, 0.5, 0.5],
			[
				{ at: 0, color },
				{ at: 0.74, color, opacity: 0.85 },
				{ at: 1, color, opacity: 0 },
			],
		) +
		radial(
			`haze-${name}`,
			[0.5, 0.5, 0.5],
			[
				{ at: 0, color },
				{ at: 0.5, color, opacity: 0.8 },
				{ at: 1, color, opacity: 0 },
			],
		)
	);
}

interface RimLight {
	dx: number;
	dy: number;
	deviation: number;
	key: number;
	back: number;
}

/** Light that creeps round an edge: what is left of the shape when its blurred, shifted self is taken away. */
function rimLight(id: string, { dx, dy, deviation, key, back }: RimLight, { highlight, rim }: Palette): string {
	const side = (name: string, shiftX: number, shiftY: number, color: string, opacity: number) =>
		`<feOffset in="blurred" dx="${shiftX}" dy="${shiftY}" result="${name}-shifted"/>` +
		`<feComposite in="SourceAlpha" in2="${name}-shifted" operator="out" result="${name}-edge"/>` +
		`<feFlood flood-color="${color}" flood-opacity="${opacity}"/>` +
		`<feComposite in2="${name}-edge" operator="in" result="${name}"/>`;
	return (
		`<filter id="${id}" x="-10%" y="-10%" width="120%" height="120%" color-interpolation-filters="sRGB">` +
		`<feGaussianBlur in="SourceAlpha" stdDeviation="${deviation}" result="blurred"/>` +
		side('key', -dx, dy, highlight, key) +
		side('back', dx, dy * 0.6, rim, back) +
		'<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="back"/><feMergeNode in="key"/></feMerge></filter>'
	);
}
