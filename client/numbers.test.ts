import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatChange, readWhole } from './numbers.ts';

test.each([
	['1000', 1000],
	['1,000', 1000],
	['1 000', 1000],
	['1\u202F234\u202F567', 1_234_567],
	['-5', -5],
	['−5', -5],
	['１００', 100],
	['１，０００', 1000],
	['－５', -5],
	['\u200E1000\u200B', 1000],
	['\u00AD7\uFEFF', 7],
	['\u202E12', Number.NaN],
	['\u200B', null],
	['0', 0],
	[' 7 ', 7],
	['', null],
])('reads %j as %j', (text, number) => expect(readWhole(text)).toBe(number));

test('reads back what it has written, and nothing else as another number than its digits say', () => {
	fc.assert(
		fc.property(fc.integer(), (number) => {
			expect(readWhole(formatChange(number).replace('+', ''))).toBe(number + 0);
			expect(readWhole(String(number))).toBe(number + 0);
		}),
	);
	const pieces = fc.constantFrom(' ', ...'0 1 5 00 000 123 , . - − + e ٣ ² ％ x １'.split(' '));
	fc.assert(
		fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
			const text = parts.join('');
			const read = readWhole(text);
			if (read === null || Number.isNaN(read)) return;
			// Decimal marks, exponents and signs inside make no number; marks of groups stand before three digits.
			expect(text.trim().replace('−', '-').replaceAll('１', '1')).toMatch(
				/^-?(\d+|\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+)$/,
			);
			expect(read).toBe(Number(text.trim().replace('−', '-').replaceAll('１', '1').replaceAll(/[ ,]/g, '')) + 0);
		}),
	);
});

test('a number too large to be counted exactly is none', () => {
	expect(readWhole('9'.repeat(17))).toBeNaN();
});

test('gains carry a plus, spending a minus, nothing neither', () => {
	expect([1200, -40, 0].map(formatChange)).toEqual(['+1,200', '−40', '0']);
});
