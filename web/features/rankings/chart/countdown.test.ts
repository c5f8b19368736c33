import { expect, test } from 'vitest';
import { msToNextTick, secondsLeft, timeLeft } from './countdown.ts';

test('[S2-44] shows days, hours, minutes and seconds', () => {
	expect(timeLeft(9 * 86_400 + 5 * 3_600 + 12 * 60 + 38)).toMatchObject({
		days: 9,
		hours: 5,
		minutes: 12,
		seconds: 38,
	});
});

test('shows a second until it is fully over, and nothing below zero', () => {
	expect(timeLeft(0.2).total).toBe(1);
	expect(timeLeft(0).total).toBe(0);
	expect(timeLeft(-3).total).toBe(0);
});

test('goes by the time since the answer arrived, not by the device’s calendar', () => {
	expect(secondsLeft(100, 5_000, 8_500)).toBe(96.5);
	expect(secondsLeft(2, 0, 60_000)).toBe(0);
});

test('ticks when the true second is over', () => {
	expect(msToNextTick(96.5)).toBeCloseTo(500);
	expect(msToNextTick(96)).toBe(1_000);
});
