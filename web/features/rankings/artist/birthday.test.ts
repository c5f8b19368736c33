import { expect, test } from 'vitest';
import { dDay } from './birthday-note.tsx';

test.each([
	['2001-11-30', '2026-11-27', 'D-3'],
	['2001-11-27', '2026-11-27', 'D-DAY'],
	['2001-11-25', '2026-11-27', 'D+2'],
	['2001-01-02', '2026-12-30', 'D-3'],
	['2001-12-31', '2027-01-02', 'D+2'],
	['2000-02-29', '2027-03-01', 'D-DAY'],
])('a birthday of %s is on %s at %s', (birthday, today, text) => expect(dDay(birthday, today)).toBe(text));
