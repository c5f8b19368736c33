/** Hours that a drag over the plot selects, and how forms write them. */
import { expect, it } from 'vitest';
import { localTimeOf } from '#contract/values/local-time.ts';
import { secondsOf, wholeHours } from './hours-plot.ts';

const at = secondsOf('2026-11-22T15');

it.each([
	[0, 3_600, 0, 1],
	[1, 2, 0, 1],
	[0, 0, 0, 1],
	[3_599, 3_601, 0, 2],
	[1_800, 3 * 3_600 + 1, 0, 4],
])('from %i to %i seconds after an hour', (from, to, first, end) => {
	expect(wholeHours(at + from, at + to)).toEqual({ from: at + first * 3_600, to: at + end * 3_600 });
});

it('are written in the zone of the site', () => {
	expect(localTimeOf(at, 'Asia/Seoul')).toBe('2026-11-23T00:00');
	expect(localTimeOf(at, 'America/New_York')).toBe('2026-11-22T10:00');
});
