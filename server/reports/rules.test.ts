import { expect, it } from 'vitest';
import { periodBefore, periodOf } from './reports.ts';

it.each([
	['week', '2026-11-23', '2026-11-23', '2026-11-29', '2026-11-16'],
	['week', '2026-11-29', '2026-11-23', '2026-11-29', '2026-11-16'],
	['week', '2027-01-01', '2026-12-28', '2027-01-03', '2026-12-21'],
	['month', '2028-02-29', '2028-02-01', '2028-02-29', '2028-01-01'],
	['month', '2027-01-31', '2027-01-01', '2027-01-31', '2026-12-01'],
] as const)('a %s with %s is from %s to %s, after that from %s', (span, day, from, until, before) => {
	const period = periodOf(span, day);
	expect(period).toEqual({ from, until });
	expect(periodBefore(span, period).from).toBe(before);
});
