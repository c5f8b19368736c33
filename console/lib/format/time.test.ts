/** Local times of the site as moments. */
import { expect, it } from 'vitest';
import { secondsAt } from './time.ts';

it.each([
	['2026-12-01T00:00', 'Asia/Seoul', '2026-11-30T15:00Z'],
	['2026-07-01T12:00', 'America/New_York', '2026-07-01T16:00Z'],
	['2026-12-01T12:00', 'America/New_York', '2026-12-01T17:00Z'],
	// Hours after clocks are set forward, and back.
	['2026-03-08T03:30', 'America/New_York', '2026-03-08T07:30Z'],
	['2026-11-01T03:30', 'America/New_York', '2026-11-01T08:30Z'],
])('%s in %s', (local, zone, moment) => {
	expect(new Date(secondsAt(local, zone) * 1000).toISOString().replace(':00.000', '')).toBe(moment);
});
