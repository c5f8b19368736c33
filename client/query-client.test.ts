/** When a read is tried again. */
import { expect, it } from 'vitest';
import { Problem } from './call.ts';
import { createQueryClient } from './query-client.ts';

const { retry, retryDelay } = createQueryClient({ freshMs: 0, waitsForTurn: true }).getDefaultOptions().queries ?? {};
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

it('gives a process that starts again a second and a half, and never waits longer than ten seconds', () => {
	const [first, second] = [delays(0, busy()), delays(1, busy())];
	expect(Math.min(...first) + Math.min(...second)).toBeGreaterThanOrEqual(1_500);
	expect(Math.max(...first, ...second)).toBeLessThanOrEqual(2_000);
	expect(Math.max(...delays(0, busy(3_600)))).toBeLessThanOrEqual(10_000);
});

it('waits for its turn as long as the server says, however often it is refused', () => {
	const refused = new Problem(429, 'too_many_requests', 'too many', 40);
	expect([0, 1, 2, 20].map((failures) => typeof retry === 'function' && retry(failures, refused))).not.toContain(false);
	const pauses = delays(20, refused);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(40_000);
	expect(Math.max(...pauses)).toBeLessThan(41_000);
	expect(typeof retry === 'function' && retry(0, new Problem(429, 'too_many_requests', 'too many'))).toBe(false);
	// Operators are told at once.
	const { retry: ofConsole } = createQueryClient({ freshMs: 0 }).getDefaultOptions().queries ?? {};
	expect(typeof ofConsole === 'function' && ofConsole(0, refused)).toBe(false);
});
