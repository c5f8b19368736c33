import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn, stateOn, type Claim } from './rules.ts';

const at = (iso: string) => Date.parse(iso);

describe('the cycle', () => {
	const last = (day: string, sequence: number): Claim => ({ day, sequence });

	it('keeps all seven claimed until the midnight after day 7, then begins again', () => {
		const seventh = last('2026-11-21', 7);
		expect(stateOn('2026-11-21', seventh)).toEqual({ current: 7, claimedThrough: 7, todayChecked: true });
		expect(stateOn('2026-11-22', seventh)).toEqual({ current: 1, claimedThrough: 0, todayChecked: false });
	});

	it('waits where it was left over missed days, and begins again only where an operator wants it so', () => {
		expect(stateOn('2026-12-24', last('2026-11-21', 3)).current).toBe(4);
		expect(stateOn('2026-12-24', last('2026-11-21', 3), true)).toMatchObject({ current: 1, claimedThrough: 0 });
		expect(stateOn('2026-11-22', last('2026-11-21', 3), true).current).toBe(4);
	});
});

it('gives at most one reward for each calendar day, whatever the zones and the times', () => {
	const zones = ['Asia/Seoul', 'America/New_York', 'Pacific/Apia', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Africa/Cairo'];
	const step = fc.record({ hours: fc.integer({ min: 0, max: 60 }), zone: fc.constantFrom(...zones) });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, restarts) => {
			let now = at('2026-02-20T00:00:00Z');
			let latest: Claim | null = null;
			const days: string[] = [];
			for (const { hours, zone } of steps) {
				now += hours * 3_600_000;
				const today = dayIn(zone, now);
				const state = stateOn(today, latest, restarts);
				expect(state.current).toBeGreaterThanOrEqual(1);
				expect(state.current).toBeLessThanOrEqual(7);
				if (state.todayChecked) continue;
				expect(state.claimedThrough).toBe(state.current - 1);
				if (latest) expect(today > latest.day).toBe(true);
				latest = { day: today, sequence: state.current };
				days.push(today);
			}
			expect(new Set(days).size).toBe(days.length);
		}),
	);
});
