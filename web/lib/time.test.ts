import { expect, test } from 'vitest';
import { formatDateTime, formatDays, formatPeriod, formatTime } from './time.ts';

const start = Date.UTC(2026, 9, 31, 15) / 1000;
const end = Date.UTC(2026, 10, 30, 15) / 1000;

test.each([
	['a period ends with its last minute', formatPeriod(start, end, 'Asia/Seoul'), '2026.11.01 00:00 ~ 2026.11.30 23:59'],
	['another zone reads it differently', formatPeriod(start, end, 'UTC'), '2026.10.31 15:00 ~ 2026.11.30 14:59'],
	['an ended ranking shows its last day', formatDays(start, end, 'Asia/Seoul'), '2026.11.01 ~ 2026.11.30'],
	['midnight is 00:00, never 24:00', formatDateTime(start, 'Asia/Seoul'), expect.stringContaining('00:00')],
	['a time of day is of the site’s zone', formatTime(start + 5_040, 'Asia/Seoul'), '01:24'],
])('%s', (_, read, text) => expect(read).toEqual(text));
