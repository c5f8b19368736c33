import { expect, it } from 'vitest';
import { readRange } from '../media/routes.ts';

it.each([
	['bytes=0-0', { first: 0, last: 0 }],
	['bytes=5-', { first: 5, last: 9 }],
	['bytes=5-99', { first: 5, last: 9 }],
	['bytes=-3', { first: 7, last: 9 }],
	['bytes=-99', { first: 0, last: 9 }],
	['bytes=10-', 'beyond'],
	['bytes=-0', 'beyond'],
	['bytes=5-4', null],
	['bytes=-', null],
	['bytes=0-1,3-4', null],
	['lines=0-1', null],
	['bytes=0x1-2', null],
])('a part of ten bytes, asked for by %s, is %o', (header, range) => {
	expect(readRange(header, 10)).toEqual(range);
});
