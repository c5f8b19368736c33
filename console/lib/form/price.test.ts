import { expect, it } from 'vitest';
import { majorText, minorOf } from './price.ts';

it.each([
	['4.99', 'USD', 499],
	['5', 'USD', 500],
	['5.5', 'USD', 550],
	['4900', 'KRW', 4900],
	['1.250', 'KWD', 1250],
])('reads %s %s as %i minor units, and writes it so that it reads the same', (text, currency, minor) => {
	expect(minorOf(text, currency)).toBe(minor);
	expect(minorOf(majorText({ currency, minor }), currency)).toBe(minor);
});

it.each([
	['4.999', 'USD'],
	['4900.5', 'KRW'],
	['4,99', 'USD'],
	['-1', 'USD'],
	['', 'USD'],
	['free', 'USD'],
])('takes %j for no price in %s', (text, currency) => {
	expect(minorOf(text, currency)).toBeNull();
});
