import { describe, expect, test } from 'vitest';
import { hallStyle } from './hall.ts';
import { contrast, fromOklch, mix, toOklch, fanColors, fanStyle } from './fan-color.ts';

/** A fixed sequence, so that a failure can be repeated. */
function* colors(amount: number): Generator<string> {
	let state = 20261121;
	for (let index = 0; index < amount; index++) {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		yield `#${(state >>> 8).toString(16).padStart(6, '0')}`;
	}
}

const extremes = ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#808080', '#FF5F7E'];

describe('a fandom color', () => {
	test('carries ink labels on its fill, whatever an operator picked', () => {
		for (const hex of [...extremes, ...colors(2000)]) {
			expect(contrast('#0a0b14', fanColors(hex).fill), hex).toBeGreaterThanOrEqual(6);
		}
	});

	test('can be read as text on its own tint and on controls, in both themes', () => {
		for (const hex of [...extremes, ...colors(2000)]) {
			const { fill, textOnDark, textOnLight } = fanColors(hex);
			for (const [text, card, control] of [
				[textOnDark, '#11131f', '#191c2c'],
				[textOnLight, '#ffffff', '#eceaf4'],
			] as const) {
				expect(contrast(text, mix(card, fill, 0.13)), hex).toBeGreaterThanOrEqual(4.5);
				expect(contrast(text, control), hex).toBeGreaterThanOrEqual(4.5);
			}
		}
	});

	test('stays the operator’s own where it is light enough already', () => {
		expect(fanColors('#FFB238').fill).toBe('#ffb238');
	});

	test('leaves the hall’s color in place where none was set', () => {
		expect(fanStyle(null)).toEqual({});
	});
});

test('a hall’s color is seen on paper, and carries ink labels there', () => {
	for (const hex of [null, '#fffde0', ...extremes, ...colors(2000)]) {
		const hall = hallStyle(hex)['--hall'] ?? '';
		const onLight = /--light, (#\w+)/.exec(hall)?.[1] ?? hall;
		expect(contrast(onLight, '#ffffff'), hall).toBeGreaterThanOrEqual(1.3);
		expect(contrast('#0a0b14', onLight), hall).toBeGreaterThanOrEqual(6);
	}
});

test('a color survives the way to OKLCH and back', () => {
	for (const hex of ['#ff5f7e', '#2fd3c2', '#8c9bff', '#b7c4d9']) expect(fromOklch(toOklch(hex))).toBe(hex);
});
