import { describe, expect, it } from 'vitest';
import { bestValue, bonusPercent, votesIn } from './bonus.ts';

it.each([
	[100, 0, 0],
	[550, 50, 9],
	[1200, 180, 15],
	[15_000, 4_500, 30],
	[0, 10, 0],
])('%i gems with %i more are a bonus of %i %%', (gem_number, additional_gem_number, percent) => {
	expect(bonusPercent({ gem_number, additional_gem_number })).toBe(percent);
});

it.each([
	[{ gem_number: 500, additional_gem_number: 50 }, 10, 55],
	[{ gem_number: 99, additional_gem_number: 0 }, 10, 9],
	[{ gem_number: 99, additional_gem_number: 0 }, 0, 0],
])('%o pay for whole votes at %i gems each: %i', (gems, gemsPerVote, votes) => {
	expect(votesIn(gems, gemsPerVote)).toBe(votes);
});

describe('the best value', () => {
	const item = (id: number, gem_number: number, price: number) => {
		return { id, gem_number, price, additional_gem_number: gem_number / 10, image_url: null };
	};

	it('has the most gems for its price', () => {
		expect(bestValue([item(1, 100, 1), item(2, 600, 5), item(3, 1_000, 10)])).toBe(2);
	});

	it('is nobody’s where two are as good, or where there is no choice', () => {
		expect(bestValue([item(1, 100, 1), item(2, 500, 5)])).toBeNull();
		expect(bestValue([item(1, 100, 1)])).toBeNull();
		expect(bestValue([])).toBeNull();
	});
});
