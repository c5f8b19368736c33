import { expect, it } from 'vitest';
import { minutesUntilMidnight } from './get-config.ts';

it.each([
	['Asia/Seoul', '2026-11-20T14:59:30Z', 1],
	['Asia/Seoul', '2026-11-20T15:00:00Z', 1_440],
	['America/New_York', '2026-11-20T23:00:00Z', 360],
])('in %s at %s the next day begins in %i minutes', (zone, now, minutes) => {
	expect(minutesUntilMidnight(zone, new Date(now))).toBe(minutes);
});
