import { describe, expect, it } from 'vitest';
import { csv, parseCsv } from './csv.ts';

describe('a table', () => {
	it('is read back as it was written', () => {
		const rows = [
			['plain', 'with, comma', 'with "quotes"', 'two\r\nlines', ''],
			['', '한국어', ' spaces ', 'x', 'y'],
		];
		expect(parseCsv(csv(['a', 'b', 'c', 'd', 'e'], rows).slice(1))).toEqual([['a', 'b', 'c', 'd', 'e'], ...rows]);
	});

	it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '|cmd'])('keeps %j from running', (text) => {
		expect(parseCsv(csv(['a'], [[text]]).slice(1))[1]).toEqual([`'${text}`]);
	});

	it('keeps numbers numbers', () => {
		expect(csv(['a'], [[-5]])).toBe('\uFEFFa\r\n-5\r\n');
	});
});

it.each([
	['a,b\n1,2', 'a|b/1|2'],
	['a,b\r1,\r', 'a|b/1|'],
	['a,', 'a|'],
	['', ''],
])('a file %j is read whatever ends its lines', (text, cells) => {
	expect(parseCsv(text)).toEqual(cells === '' ? [] : cells.split('/').map((row) => row.split('|')));
});

it('a file whose quotes do not match is refused', () => {
	expect(() => parseCsv('a\n"b')).toThrow(SyntaxError);
	expect(() => parseCsv('a\n"b"c')).toThrow(SyntaxError);
});
