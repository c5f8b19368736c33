import { describe, expect, it } from 'vitest';
import { bonusPercent } from './bonus.ts';
import { nextLook } from './waiting.ts';

it.each([
	[100, 0, 0],
	[550, 50, 9],
	[1200, 180, 15],
	[15_000, 4_500, 30],
	[0, 10, 0],
])('%i gems with %i more are a bonus of %i %%', (gem_number, additional_gem_number, percent) => {
	expect(bonusPercent({ gem_number, additional_gem_number })).toBe(percent);
});

describe('who waits for a payment', () => {
	it('looks every second and a half, after a minute more rarely, and not once it has ended', () => {
		expect([nextLook('paying', 1), nextLook('paid', 39), nextLook('created', 40)]).toEqual([1_500, 1_500, 5_000]);
		expect([nextLook('fulfilled', 3), nextLook('refunded', 3), nextLook(undefined, 0)]).toEqual([false, false, false]);
	});

	it('goes on looking at an expired order: the money may be on its way', () => {
		expect(nextLook('expired', 1)).toBe(5_000);
	});
});
