import { describe, expect, it } from 'vitest';
import { linearScale, logarithmicScale } from './scale.ts';
import { draw, drawFile, type Picture } from './svg.ts';

const picture: Picture = {
	title: 'Latency <of> a vote',
	step: 'second',
	unit: 'milliseconds',
	kind: 'lines',
	labelEvery: 2,
	labels: ['3 s', '2 s', '1 s'],
	isLogarithmic: true,
	series: [{ name: 'p99', color: '#e5538a', values: [1, Number.NaN, 100] }],
};

describe('a scale', () => {
	it('has round numbers that enclose the values', () => {
		expect(linearScale([-30, 170]).marks).toEqual([-50, 0, 50, 100, 150, 200]);
		expect(linearScale([-30, 170]).part(75)).toBe(0.5);
	});

	it('has a line for each power of ten', () => {
		const { marks, part } = logarithmicScale([3, 4_000]);
		expect(marks).toEqual([1, 10, 100, 1_000, 10_000]);
		expect(part(100)).toBe(0.5);
	});
});

describe('a picture', () => {
	it('names its steps, and leaves out what was not measured', () => {
		const drawn = draw(picture);
		expect([...drawn.matchAll(/class="step">([^<]+)</g)].map(([, label]) => label)).toEqual(['3 s', '1 s']);
		expect(/points="([^"]+)"/.exec(drawn)?.[1]?.split(' ')).toHaveLength(2);
		expect(drawn).not.toContain('NaN');
	});

	it('stacks columns, above zero and below it', () => {
		const series = [
			{ name: 'in', color: '#2fb8a8', values: [30, 10] },
			{ name: 'out', color: '#f0883e', values: [-20, 10] },
		];
		const drawn = draw({ ...picture, kind: 'columns', isLogarithmic: false, labels: undefined, series });
		expect([...drawn.matchAll(/class="value">([^<]+)</g)].map(([, value]) => value)).toEqual(['-20', '0', '20', '40']);
		expect(drawn).not.toContain('NaN');
	});

	it('is a file of its own, with its legend and colors for light and dark', () => {
		const file = drawFile(picture);
		expect(file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
		expect(file).toContain('>p99</text>');
		expect(file).toContain('prefers-color-scheme:dark');
		expect(file).toContain('Latency &#60;of&#62; a vote');
	});
});
