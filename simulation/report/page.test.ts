import { expect, it } from 'vitest';
import { draw, type Picture } from './page.ts';

const picture: Picture = {
	title: 'Latency <of> a vote',
	step: 'day',
	unit: 'milliseconds',
	kind: 'lines',
	labelEvery: 2,
	series: [{ name: 'p99', color: '#e5538a', values: [1, 90, 170] }],
};

const textsOf = (drawn: string, name: string) =>
	[...drawn.matchAll(new RegExp(`class="${name}">([^<]+)<`, 'g'))].map(([, text]) => text);

it('numbers its steps, draws lines at round values, and escapes its title', () => {
	const drawn = draw(picture);
	expect(textsOf(drawn, 'step')).toEqual(['1', '3']);
	expect(textsOf(drawn, 'value')).toEqual(['0', '50', '100', '150', '200']);
	expect(drawn).toContain('Latency &#60;of&#62; a vote');
});

it('stacks columns, above zero and below it', () => {
	const series = [
		{ name: 'in', color: '#2fb8a8', values: [30, 10] },
		{ name: 'out', color: '#f0883e', values: [-20, 10] },
	];
	const drawn = draw({ ...picture, kind: 'columns', series });
	expect(textsOf(drawn, 'value')).toEqual(['-20', '0', '20', '40']);
	expect(drawn).not.toContain('NaN');
});
