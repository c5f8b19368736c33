/** When a read is tried again. */
import { expect, it } from 'vitest';
import { Problem } from './problem.ts';
import { createQueryClient } from './query-client.ts';

const { retry, retryDelay } = createQueryClient({ freshMs: 0 }).getDefaultOptions().queries ?? {};
const delays = (failures: number, error: Error) =>
	Array.from({ length: 200 }, () => (typeof retryDelay === 'function' ? retryDelay(failures, error) : Number.NaN));
const busy = (retryAfter?: number) => new Problem(503, 'busy', 'busy', retryAfter);

it('is tried twice more, where that may help', () => {
	const isTried = (failures: number, error: Error) => typeof retry === 'function' && retry(failures, error);
	expect([0, 1, 2].map((failures) => isTried(failures, busy()))).toEqual([true, true, false]);
	expect(isTried(0, new Problem(404, 'not_found', 'not found'))).toBe(false);
});

it('comes again when the server says, each page at another moment', () => {
	const pauses = delays(0, busy(4));
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(4_000);
	expect(Math.max(...pauses)).toBeLessThan(5_000);
	expect(new Set(pauses).size).toBeGreaterThan(100);
});

it('comes again sooner and then later where the server says nothing, and never waits longer than ten seconds', () => {
	expect(Math.max(...delays(0, busy()))).toBeLessThan(Math.min(...delays(2, busy())));
	expect(Math.max(...delays(0, busy(3_600)))).toBeLessThanOrEqual(10_000);
});
