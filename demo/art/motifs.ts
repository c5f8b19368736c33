/** What is lit on the stage behind a singer: eight motifs around a center, on a board of 400 by 400. */
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';
import { n, repeat } from './svg.ts';

export const motifNames = ['sun', 'ring', 'beams', 'slats', 'led', 'arcs', 'trails', 'rays'] as const;
export type MotifName = (typeof motifNames)[number];

export interface Spot {
	x: number;
	y: number;
	radius: number;
}

export const motifs: Record<MotifName, (palette: Palette, spot: Spot, random: Random) => string> = {
	sun: (_, { x, y, radius }) => `<circle cx="${x}" cy="${n(y + 4)}" r="${n(radius + 14)}" fill="url(#sun)"/>`,

	ring: ({ highlight, bright }, { x, y, radius }) => {
		const ring = (color: string, width: number, opacity: number) =>
			`<circle cx="${x}" cy="${n(y)}" r="${n(radius + 16)}" fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-opacity="${opacity}"/>`;
		return repeat(8, (i) => ring(bright, 6 + i * 5, 0.085)) + ring(highlight, 5, 0.95);
	},

	beams: () =>
		`<g filter="url(#soft)">${beam(120, 120, -14, 0.55, 'key')}${beam(290, 130, 12, 0.6, 'fill')}` +
		`${beam(200, 90, 0, 0.4, 'key')}</g>`,

	slats: ({ bright, second }) =>
		repeat(9, (i) => {
			const opacity = 0.22 + 0.5 * Math.exp(-((i - 4.4) ** 2) / 5);
			return `<rect x="${28 + i * 40}" y="-10" width="16" height="420" fill="${i % 2 ? bright : second}" fill-opacity="${n(opacity)}"/>`;
		}),

	/** A wall of lamps whose size falls off from the head. */
	led: ({ highlight, bright, rim }, spot, random) =>
		repeat(15 * 15, (i) => {
			const [x, y] = [14 + (i % 15) * 26.5, 14 + Math.floor(i / 15) * 26.5];
			const distance = Math.hypot(x - spot.x, y - spot.y);
			const size = 9.5 * Math.exp((-distance * distance) / 26000) + 1.2;
			const opacity = 0.35 + 0.5 * Math.exp((-distance * distance) / 30000);
			const color = distance < 150 ? highlight : random.chance(0.5) ? bright : rim;
			return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(size)}" fill="${color}" fill-opacity="${n(opacity)}"/>`;
		}),

	arcs: ({ highlight, rim }, { x, y }) =>
		repeat(4, (i) => {
			const [radius, width, opacity] = [70 + i * 44, 20 - i * 3, 0.85 - i * 0.2];
			return `<circle cx="${x}" cy="${n(y + 40)}" r="${radius}" fill="none" stroke="${i % 2 ? rim : highlight}" stroke-width="${width}" stroke-opacity="${n(opacity)}"/>`;
		}),

	trails: ({ highlight, bright, rim }, _, random) =>
		repeat(13, (i) => {
			const y = -60 + i * 46 + random.next() * 14;
			const path = `M-20 ${n(y + 120)} C120 ${n(y + 40)} 260 ${n(y + 90)} 420 ${n(y - 60)}`;
			const color = [rim, highlight, bright][i % 3];
			return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${n(2 + random.next() * 7)}" stroke-opacity="${n(random.between(0.3, 0.8))}" stroke-linecap="round"/>`;
		}),

	/** Wedges of light that open from behind the head. */
	rays: ({ highlight, bright }, { x, y }, random) =>
		repeat(14, (i) => {
			const start = (i / 14) * 2 * Math.PI + random.between(-0.04, 0.04);
			const end = start + random.between(0.14, 0.24);
			const at = (angle: number) => `${n(x + Math.cos(angle) * 420)} ${n(y + Math.sin(angle) * 420)}`;
			return `<path d="M${x} ${n(y)} L${at(start)} L${at(end)} Z" fill="${i % 2 ? highlight : bright}" fill-opacity="${n(random.between(0.2, 0.5))}"/>`;
		}),
};

function beam(x: number, width: number, degrees: number, opacity: number, lamp: 'key' | 'fill'): string {
	return `<polygon points="${x - 6},-20 ${x + 6},-20 ${x + width},430 ${x - width},430" transform="rotate(${degrees} ${x} -20)" fill="url(#beam-${lamp})" fill-opacity="${opacity}"/>`;
}
