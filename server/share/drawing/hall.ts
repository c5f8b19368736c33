/** Draws the hall of a chart as SVG: one lightstick per seat, and one block of color per fandom. Pure. */
import type { Fandom } from '../facts.ts';

const WIDTH = 1200;
const HEIGHT = 230;
const ROWS = 13;
/** Seats of nobody's color: warm white, as the site's own. */
const WHITE = '#fff4e4';

/** Fandoms with a block of their own. All others stand mixed, at the end. */
const OWN_BLOCKS = 6;

interface Block {
	share: number;
	colors: (string | null)[];
}

/** The leader stands in the middle, and the others to both sides in turns, as in the hall of the site. */
export function drawHall(fandoms: readonly Fandom[]): string {
	const blocks = blocksOf(fandoms);
	const total = blocks.reduce((sum, { share }) => sum + share, 0);
	const random = sequence();
	const sticks: string[] = [];
	for (let row = 0; row < ROWS; row++) {
		const depth = row / (ROWS - 1);
		const spacing = 11 + depth * 16;
		for (let x = random() * spacing; x < WIDTH; x += spacing * (0.75 + random() * 0.5)) {
			const color = colorAt(blocks, (x / WIDTH + (random() - 0.5) * 0.03) * total, random());
			sticks.push(stick(color, x, HEIGHT * (0.08 + depth ** 1.4 * 0.86), depth, random));
		}
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${sticks.join('')}</svg>`;
}

function blocksOf(fandoms: readonly Fandom[]): Block[] {
	const seated: Block[] = [];
	fandoms.slice(0, OWN_BLOCKS).forEach(({ color, share }, place) => {
		const block = { share, colors: [color] };
		if (place % 2 === 0) seated.push(block);
		else seated.unshift(block);
	});
	const rest = Math.max(1, 1_000 - seated.reduce((sum, { share }) => sum + share, 0));
	const colors = fandoms.slice(OWN_BLOCKS).map(({ color }) => color);
	return [...seated, { share: rest, colors: colors.length > 0 ? colors : [null] }];
}

function stick(color: string, x: number, y: number, depth: number, random: () => number): string {
	const radius = (1.4 + depth * 4) * (0.65 + random() * 0.5);
	const opacity = (0.5 + random() * 0.5) * (0.35 + 0.6 * depth);
	const at = `cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" fill="${color}"`;
	const halo = depth > 0.4 ? `<circle ${at} r="${(radius * 2.6).toFixed(1)}" fill-opacity=".12"/>` : '';
	return `${halo}<circle ${at} r="${radius.toFixed(1)}" fill-opacity="${opacity.toFixed(2)}"/>`;
}

function colorAt(blocks: readonly Block[], place: number, chance: number): string {
	let from = 0;
	const block = blocks.find(({ share }) => place < (from += share)) ?? blocks.at(-1);
	return block?.colors[Math.floor(chance * block.colors.length)] ?? WHITE;
}

/** The same numbers 0..1 each time (mulberry32): equal facts give equal pictures. */
function sequence(): () => number {
	let state = 20_261_122;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
