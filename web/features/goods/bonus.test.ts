import { expect, it } from 'vitest';
import { bonusPercent } from './bonus.ts';

it.each([
	[100, 0, 0],
	[550, 50, 9],
	[1200, 180, 15],
	[15_000, 4_500, 30],
	[0, 10, 0],
])('%i gems with %i more are a bonus of %i %%', (gem_number, additional_gem_number, percent) => {
	expect(bonusPercent({ gem_number, additional_gem_number })).toBe(percent);
});
