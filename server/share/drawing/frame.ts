/** What all share pictures have in common: the dark hall with its light, the lightsticks, and the site's name. */
import { box, image, INK, layer, SIZE, type Sheet } from './sheet.ts';
import type { Node } from './takumi.ts';

export const HALL = 'hall';
const HALL_HEIGHT = 230;
export const LEFT = 72;

const LOGO =
	'data:image/svg+xml,' +
	encodeURIComponent(
		'<svg xmlns="http://www.w3.org/2000/svg" width="52" height="60" viewBox="0 0 26 30"><g transform="rotate(24 13 15)"><circle cx="13" cy="9" r="8.5" fill="#fff4e4"/><rect x="10.6" y="18.5" width="4.8" height="11" rx="2.4" fill="#f5f3fa"/></g></svg>',
	);

interface Frame {
	sheet: Sheet;
	product: string;
	light: string | null;
	behind?: Node | null;
	/** False where a picture fills the ground. */
	hall?: boolean;
	/** Beside the site's name. */
	chart?: string | null;
}

/** `behind` lies under the lightsticks, and `parts` above them. */
export function frame(
	{ sheet, product, light, behind = null, hall = true, chart = null }: Frame,
	...parts: (Node | null)[]
): Node {
	const glow = `radial-gradient(ellipse 1000px 640px at 20% 0%, ${light ?? INK.white}55 0%, ${light ?? INK.white}00 100%)`;
	return box(
		{ ...SIZE, position: 'relative', overflow: 'hidden', backgroundColor: INK.ground, backgroundImage: glow },
		behind,
		hall ? layer({ left: 0, bottom: 0, maskImage: fade(180) }, image(HALL, SIZE.width, HALL_HEIGHT)) : null,
		...parts,
		layer(
			{ left: LEFT, top: 48, alignItems: 'center', gap: 14 },
			image(LOGO, 31, 36),
			sheet.write(product, { size: 30, weight: 700, face: 'display', style: { maxWidth: chart === null ? 980 : 420 } }),
			chart === null
				? null
				: sheet.write(chart, { size: 28, weight: 500, color: INK.second, style: { marginLeft: 14, maxWidth: 560 } }),
		),
	);
}

const fade = (angle: number, until = '60%') => `linear-gradient(${angle}deg, transparent 0%, black ${until})`;

/** A portrait over the right half that fades into the dark on its left and below. */
export function portrait(src: string): Node {
	const width = 640;
	const picture = image(src, width, SIZE.height, { objectPosition: '50% 22%' });
	return layer(
		{ right: 0, top: 0, width, height: SIZE.height, maskImage: fade(90) },
		box({ maskImage: fade(0, '46%') }, picture),
	);
}
