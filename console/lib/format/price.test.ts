import { expect, it } from 'vitest';
import { majorText, minorOf } from './values.ts';

it.each([
	['4.99', 'USD', 499],
	['5', 'USD', 500],
	['5.5', 'USD', 550],
	['4900', 'KRW', 4900],
	['1.250', 'KWD', 1250],
	['１０', 'USD', 1000],
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
	['1e3', 'USD'],
	['0x10', 'USD'],
	['+10', 'USD'],
	['١٠', 'USD'],
	['1,000.00', 'USD'],
	['1 000', 'JPY'],
])('takes %j for no price in %s', (text, currency) => {
	expect(minorOf(text, currency)).toBeNull();
});
