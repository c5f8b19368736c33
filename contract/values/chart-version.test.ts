import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	includesVote,
	isNewerChart,
	VERSION_OF_NONE,
	VOTE_VERSION_LENGTH_MAX,
	VOTE_VERSION_PATTERN,
} from './chart-version.ts';

describe('a chart', () => {
	it('includes the votes up to the last batch of each slot', () => {
		expect(includesVote('3.1842,5.88', '3.1842')).toBe(true);
		expect(includesVote('3.1842,5.88', '3.1843')).toBe(false);
		expect(includesVote('3.1842,5.88', '5.9')).toBe(true);
		expect(includesVote('3.1842,5.88', '53.1')).toBe(false);
		expect(includesVote(VERSION_OF_NONE, '3.1')).toBe(false);
	});

	it('always includes a vote that an earlier request has cast', () => {
		expect(includesVote('3.1842', VERSION_OF_NONE)).toBe(true);
		expect(includesVote(VERSION_OF_NONE, VERSION_OF_NONE)).toBe(true);
	});

	it('is newer if it counts more batches and none less', () => {
		expect(isNewerChart('3.2,5.1', '3.1,5.1')).toBe(true);
		expect(isNewerChart('3.2,5.1', '3.2')).toBe(true);
		expect(isNewerChart('3.2', VERSION_OF_NONE)).toBe(true);
		expect(isNewerChart('3.2,5.1', '5.1,3.2')).toBe(false);
		expect(isNewerChart('3.2,5.1', '3.1,5.2')).toBe(false);
	});
});

it('the version of a vote fits its pattern and its length, whatever the slot and the batch', () => {
	const numbers = fc.tuple(
		fc.integer({ min: 0, max: 64 }),
		fc.maxSafeInteger().filter((batch) => batch > 0),
	);
	fc.assert(
		fc.property(numbers, ([slot, batch]) => {
			const version = `${slot}.${batch}`;
			expect(version).toMatch(VOTE_VERSION_PATTERN);
			expect(version.length).toBeLessThanOrEqual(VOTE_VERSION_LENGTH_MAX);
		}),
	);
});
