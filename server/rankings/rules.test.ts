import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countdownAt, ranked, statusAt, type RankingState } from './rules.ts';

const HOUR = 3_600_000;
const open: RankingState = { startsAt: HOUR, endsAt: 2 * HOUR, paused: false, closed: false, certified: false };

it('the status of a ranking is a function of the clock: the start is in, the end is out', () => {
	expect(statusAt(open, HOUR - 1)).toBe('upcoming');
	expect(statusAt(open, HOUR)).toBe('ongoing');
	expect(statusAt(open, 2 * HOUR - 1)).toBe('ongoing');
	expect(statusAt(open, 2 * HOUR)).toBe('ended');
});

it('the status of a ranking is paused only while it would take votes', () => {
	const paused = { ...open, paused: true };
	expect(statusAt(paused, HOUR - 1)).toBe('upcoming');
	expect(statusAt(paused, HOUR)).toBe('paused');
	expect(statusAt(paused, 2 * HOUR)).toBe('ended');
});

it('the countdown says 0 only once no vote is taken', () => {
	expect(countdownAt(open, 2 * HOUR - 1)).toBe(1);
	expect(countdownAt(open, 2 * HOUR)).toBe(0);
	expect(countdownAt(open, 9 * HOUR)).toBe(0);
});

it('the order of a chart never depends on the order in which artists were read, and has no ties', () => {
	const standing = fc.record({
		artist_id: fc.integer({ min: 1, max: 500 }),
		tickets: fc.integer({ min: 0, max: 5 }),
		reachedAt: fc.integer({ min: 0, max: 3 }),
	});
	const standings = fc.uniqueArray(standing, { selector: ({ artist_id }) => artist_id });
	fc.assert(
		fc.property(standings, fc.infiniteStream(fc.nat()), (list, random) => {
			const shuffled = list.toSorted(() => ((random.next().value ?? 0) % 2 === 0 ? 1 : -1));
			expect(ranked(shuffled)).toEqual(ranked(list));
			expect(ranked(list).map(({ rank }) => rank)).toEqual(list.map((_, index) => index + 1));
		}),
	);
});
