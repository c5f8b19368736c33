import { expect, test } from 'vitest';
import { formatDateTime, formatDays, formatPeriod, formatTime } from './time.ts';

const start = Date.UTC(2026, 9, 31, 15) / 1000;
const end = Date.UTC(2026, 10, 30, 15) / 1000;

test('a fan reads the period in the site’s zone, its exclusive end as the last minute', () => {
	expect(formatPeriod(start, end, 'Asia/Seoul')).toBe('2026.11.01 00:00 ~ 2026.11.30 23:59');
});

test('an ended ranking shows its last day, not the day after', () => {
	expect(formatDays(start, end, 'Asia/Seoul')).toBe('2026.11.01 ~ 2026.11.30');
});

test('the same moment reads differently in another zone', () => {
	expect(formatPeriod(start, end, 'UTC')).toBe('2026.10.31 15:00 ~ 2026.11.30 14:59');
});

test('midnight is 00:00, never 24:00', () => {
	expect(formatDateTime(start, 'Asia/Seoul')).toContain('00:00');
});

test('a time of day is hours and minutes of the site’s zone', () => {
	expect(formatTime(start + 5_040, 'Asia/Seoul')).toBe('01:24');
});
