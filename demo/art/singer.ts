/** One backlit singer: never a face from the front, so that nobody is anybody. */
import { body, hair, head, type HairName } from './figures.ts';
import type { Palette } from './palette.ts';
import { n, repeat } from './svg.ts';

export type AccessoryName = 'headset' | 'headphones' | 'visor' | 'earring';

export interface Singer {
	hair: HairName;
	accessory?: AccessoryName | undefined;
	microphone?: boolean | undefined;
	facesLeft?: boolean | undefined;
	/** Chin up below zero: -12 to 4. */
	tiltDegrees: number;
}

export interface Place {
	x: number;
	y: number;
	scale: number;
}

/** `index` keeps the ids of several singers in one picture apart. */
export function drawSinger(singer: Singer, palette: Palette, place: Place, index: number): string {
	const mirror = singer.facesLeft ? 'translate(400 0) scale(-1 1) ' : '';
	const nod = `rotate(${n(singer.tiltDegrees)} 200 280)`;
	return (
		`<clipPath id="hair-${index}"><path d="${hair[singer.hair]}"/></clipPath>` +
		`<g transform="${mirror}translate(${place.x} ${place.y}) scale(${place.scale}) rotate(${n(singer.tiltDegrees * 0.4)}) translate(-200 -400)">` +
		`<g filter="url(#rim)"><path d="${body}" fill="url(#cloth)"/></g>` +
		`<g transform="${nod}"><g filter="url(#thin-rim)"><path d="${head}" fill="url(#face)"/></g>` +
		`<g filter="url(#rim)"><path d="${hair[singer.hair]}" fill="url(#hair)"/></g>` +
		`<g clip-path="url(#hair-${index})">${sheenOf(palette)}</g>` +
		`${singer.accessory ? accessories[singer.accessory](palette) : ''}</g>` +
		`${singer.microphone ? `<g filter="url(#rim)" fill="${palette.ink}">${microphone}</g>` : ''}</g>`
	);
}

/** The arc of light over the crown, one down the back, and a few strands. */
function sheenOf({ sheen, backSheen, strand }: Palette): string {
	const strands = repeat(
		4,
		(i) =>
			`<path d="M${128 + i * 26} 400 C${104 + i * 22} 300 ${116 + i * 24} 200 ${168 + i * 20} 96" fill="none" stroke="${strand}" stroke-width="1.2" stroke-opacity=".13"/>`,
	);
	return (
		softStroke('M96 190 C112 122 190 92 280 128', sheen, 17, 0.42) +
		softStroke('M110 300 C116 240 120 220 132 176', backSheen, 12, 0.4) +
		strands
	);
}

/** A blurred line, made of thin layers: each step outward is a little fainter. */
function softStroke(path: string, color: string, width: number, opacity: number): string {
	const layers = 7;
	return repeat(layers, (i) => {
		const spread = width * (0.35 + (1.9 * i) / (layers - 1));
		return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${n(spread)}" stroke-linecap="round" stroke-opacity="${(opacity / layers) * 1.15}"/>`;
	});
}

const microphone =
	'<g transform="translate(287 236) rotate(38)"><rect x="-9" y="0" width="18" height="92" rx="7"/>' +
	'<ellipse cx="0" cy="-6" rx="17" ry="20"/></g>' +
	'<path d="M240 318 C236 300 248 286 264 284 C280 282 292 294 288 310 C286 322 270 332 262 344 ' +
	'L262 400 L206 400 C206 366 226 340 240 318 Z"/>';

const accessories: Record<AccessoryName, (palette: Palette) => string> = {
	headphones: ({ prop }) =>
		'<g filter="url(#rim)"><path d="M176 190 C150 120 176 72 214 70 L218 80 C190 84 176 120 190 186 Z" ' +
		`fill="${prop}"/><ellipse cx="186" cy="188" rx="25" ry="32" fill="${prop}"/></g>`,
	headset: ({ prop, propDark }) =>
		`<g filter="url(#thin-rim)"><circle cx="190" cy="186" r="11" fill="${prop}"/>` +
		`<path d="M192 192 C204 232 230 246 262 236" fill="none" stroke="${prop}" stroke-width="5"/>` +
		`<rect x="252" y="229" width="26" height="13" rx="6.5" transform="rotate(-14 264 236)" fill="${propDark}"/></g>`,
	earring: ({ highlight }) =>
		`<path d="M192 196 L192 226" stroke="${highlight}" stroke-width="3"/>` +
		`<path d="M192 222 l6 9 l-6 9 l-6 -9z" fill="${highlight}"/>`,
	visor: ({ propDark, highlight }) =>
		'<path d="M206 158 L268 160 L272 184 C262 192 246 192 236 180 L232 170 L204 168 Z" ' +
		`fill="${propDark}"/><path d="M246 164 L266 166 L268 178 C260 182 252 180 248 172 Z" fill="${highlight}" fill-opacity=".5"/>`,
};
