import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clockFault, readClockDifference } from './site-times.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW }));
afterEach(() => void vi.useRealTimers());

/** A database whose clock is so many milliseconds ahead, and which answers after so many. */
const database = (ahead: number, took: number) =>
	({
		async query() {
			vi.advanceTimersByTime(took / 2);
			const at = Date.now() + ahead;
			vi.advanceTimersByTime(took / 2);
			return [{ at }];
		},
	}) as never;

it.each([
	[0, 20, null],
	[0, 30_000, null],
	[4_000, 10, null],
	[-4_000, 10, null],
	[7_200_000, 20, 'the clock of the database is 7200 s ahead of that of this process'],
	[-600_000, 20, 'the clock of the database is 600 s behind that of this process'],
])('a clock that is %i ms ahead, told after %i ms: %j', async (ahead, took, fault) => {
	expect(clockFault(await readClockDifference(database(ahead, took)))).toBe(fault);
});
