import { expect, test } from 'vitest';
import { blocksOf, lightsticks, ownStick } from './field.ts';

const fandoms = [40, 20, 15, 10, 5, 4, 3, 2, 1].map((weight, index) => ({ color: `#00000${index}`, weight }));

test('gives each of the six largest fandoms a block as wide as its share', () => {
	const blocks = blocksOf(fandoms);
	const leader = blocks.find((block) => block.fandoms[0]?.weight === 40);
	expect(blocks).toHaveLength(7);
	expect((leader?.to ?? 0) - (leader?.from ?? 0)).toBeCloseTo(0.4);
	expect(blocks.at(-1)?.fandoms).toHaveLength(3);
	expect(blocks.at(-1)?.to).toBeCloseTo(1);
});

test('seats the leader between the second and the third', () => {
	const weights = blocksOf(fandoms).map((block) => block.fandoms[0]?.weight);
	expect(weights).toEqual([4, 10, 20, 40, 15, 5, 3]);
});

test('is filled evenly before the first vote', () => {
	const blocks = blocksOf([1, 2, 3].map((index) => ({ color: `#00000${index}`, weight: 0 })));
	expect(blocks.map(({ from, to }) => to - from)).toEqual([
		expect.closeTo(1 / 3),
		expect.closeTo(1 / 3),
		expect.closeTo(1 / 3),
	]);
});

test('stays empty when nobody takes part', () => {
	expect(blocksOf([])).toEqual([]);
	expect(lightsticks([], 'seed', { width: 300, height: 100, rows: 3 }).every(({ color }) => color === null)).toBe(true);
});

test('looks the same for every fan of a ranking, and shows shares as the number of sticks', () => {
	const size = { width: 1440, height: 208, rows: 17 };
	const sticks = lightsticks(blocksOf(fandoms), 'monthly-2026-11', size);
	expect(lightsticks(blocksOf(fandoms), 'monthly-2026-11', size)).toEqual(sticks);
	const leaders = sticks.filter(({ color }) => color === '#000000').length / sticks.length;
	expect(leaders).toBeGreaterThan(0.36);
	expect(leaders).toBeLessThan(0.44);
});

test("marks a fan's stick in their fandom's block, inside the picture, whatever its size and the share", () => {
	for (const width of [280, 1440])
		for (const fan of ['a', 'b', '', '🌙']) {
			const size = { width, height: 120, rows: 15 };
			const blocks = blocksOf(fandoms);
			const sticks = lightsticks(blocks, 'monthly-2026-11', size);
			const seat = ownStick(blocks, sticks, { fan, color: '#000000' }, size);
			expect(seat?.color).toBe('#000000');
			expect(seat?.x).toBeGreaterThan(0);
			expect(seat?.x).toBeLessThan(width - 40);
			expect(ownStick(blocks, sticks, { fan, color: '#000008' }, size)).toBeDefined();
		}
	expect(ownStick([], [], { fan: 'a', color: null }, { width: 300, height: 100 })).toBeUndefined();
});
