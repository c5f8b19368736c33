/** Computes the position and fandom of each lightstick of the ocean. A block's width is its fandom's share. Pure. */
export interface Fandom {
	color: string | null;
	weight: number;
}

/** A stretch of the hall, 0..1 from the left; the last one mixes all small fandoms. */
export interface Block {
	from: number;
	to: number;
	fandoms: Fandom[];
}

export interface Stick {
	x: number;
	y: number;
	radius: number;
	opacity: number;
	lean: number;
	/** True in the nearer half of the hall, where sticks have a halo and a visible shaft. */
	near: boolean;
	color: string | null;
}

export interface Size {
	width: number;
	height: number;
}

const OWN_BLOCKS = 6;

/** The leader near the center, others alternating outward, the small ones mixed at the right end. */
export function blocksOf(fandoms: readonly Fandom[]): Block[] {
	const weighty = fandoms.some(({ weight }) => weight > 0) ? fandoms : fandoms.map((one) => ({ ...one, weight: 1 }));
	const ordered = weighty.toSorted((a, b) => b.weight - a.weight);
	const total = ordered.reduce((sum, { weight }) => sum + weight, 0);
	const seated: Fandom[][] = [];
	ordered.slice(0, OWN_BLOCKS).forEach((fandom, rank) => {
		if (rank % 2 === 0) seated.push([fandom]);
		else seated.unshift([fandom]);
	});
	if (ordered.length > OWN_BLOCKS) seated.push(ordered.slice(OWN_BLOCKS));
	let from = 0;
	return seated.map((group) => {
		const to = from + group.reduce((sum, { weight }) => sum + weight, 0) / total;
		const block = { from, to, fandoms: group };
		from = to;
		return block;
	});
}

/** Rows come nearer towards the bottom: wider apart, larger, brighter. */
export function lightsticks(
	blocks: readonly Block[],
	seed: string,
	{ width, height, rows }: Size & { rows: number },
): Stick[] {
	const random = randomFrom(seed);
	const wide = width > 800;
	const sticks: Stick[] = [];
	for (let row = 0; row < rows; row++) {
		const depth = rows > 1 ? row / (rows - 1) : 1;
		const spacing = (wide ? 6.5 : 5) + depth * (wide ? 9.5 : 6.5);
		const rowRadius = 0.8 + depth * (wide ? 2.3 : 1.8);
		const rowY = height * (0.2 + depth ** 1.45 * 0.78);
		for (let x = -20 + random() * spacing; x < width + 20; x += spacing * (0.75 + random() * 0.5)) {
			const seat = 0.5 + (x - width / 2) / (width * (0.94 + 0.12 * depth)) + (random() - 0.5) * 0.018;
			const color = colorAt(blocks, seat, random());
			sticks.push({
				x,
				y: rowY + (random() - 0.5) * spacing * 0.6,
				radius: rowRadius * (0.65 + random() * 0.5),
				opacity: (color === null ? 0.3 + random() * 0.3 : 0.5 + random() * 0.5) * (0.5 + 0.5 * depth),
				lean: (random() - 0.5) * 1.5,
				near: depth > 0.45,
				color,
			});
		}
	}
	return sticks;
}

/** Room for the word beside a fan's stick. */
const LABEL_PX = 64;

/** Whose light it is. The same `fan` sits at the same place of the fandom's block. */
export interface Seat {
	fan: string;
	color: string | null;
}

/** Returns the stick of one fan: of their fandom, and where the picture does not fade. */
export function ownStick(
	blocks: readonly Block[],
	sticks: readonly Stick[],
	{ fan, color }: Seat,
	{ width, height }: Size,
): Stick | undefined {
	const block = blocks.find(({ fandoms }) => fandoms.some((fandom) => fandom.color === color));
	if (!block) return undefined;
	const random = randomFrom(fan);
	// At a side of the block: a portrait may stand in its middle.
	const place = random() * 0.25 + (random() < 0.5 ? 0.05 : 0.65);
	// Blocks change their widths with each vote: the nearest stick stays the same one, or its neighbor.
	const x = Math.min(Math.max(12, width * (block.from + place * (block.to - block.from))), width - LABEL_PX);
	const y = height * (0.45 + random() * 0.2);
	const away = (stick: Stick) => Math.hypot(stick.x - x, stick.y - y) + (stick.color === color ? 0 : width / 8);
	return sticks.reduce<Stick | undefined>((best, one) => (best && away(best) <= away(one) ? best : one), undefined);
}

function colorAt(blocks: readonly Block[], seat: number, chance: number): string | null {
	const place = Math.min(0.999999, Math.max(0, seat));
	const block = blocks.find(({ from, to }) => place >= from && place < to) ?? blocks.at(-1);
	if (!block) return null;
	let left = chance * block.fandoms.reduce((sum, { weight }) => sum + weight, 0);
	for (const { color, weight } of block.fandoms) {
		left -= weight;
		if (left <= 0) return color;
	}
	return block.fandoms.at(-1)?.color ?? null;
}

/** A repeatable sequence of numbers in 0..1 from a text: the same seed draws the same field (mulberry32). */
function randomFrom(seed: string): () => number {
	let state = 0x9e3779b9;
	for (const character of seed) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

export function dot(context: CanvasDrawPath & CanvasPath, x: number, y: number, radius: number): void {
	context.beginPath();
	context.arc(x, y, radius, 0, Math.PI * 2);
	context.fill();
}
