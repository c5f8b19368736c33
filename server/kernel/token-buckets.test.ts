import { expect, it } from 'vitest';
import { tokenBuckets } from './token-buckets.ts';

it('a fan may burst, then goes at the steady rate, and others are not held up', () => {
	let now = 0;
	const buckets = tokenBuckets({ perSecond: 20, burst: 250, now: () => now });
	const taken = (key: number, tries: number) =>
		Array.from({ length: tries }, () => buckets.take(key)).filter((wait) => wait === 0).length;
	expect(taken(1, 300)).toBe(250);
	expect(buckets.take(1)).toBeCloseTo(0.05);
	expect(taken(2, 1)).toBe(1);
	now = 1_000;
	expect(taken(1, 100)).toBe(20);
	now = 100_000;
	expect(taken(1, 300)).toBe(250);
});
