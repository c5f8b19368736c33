/** The time until the next day of the site's zone begins. Pure. */
import { formatTime } from '../time.ts';

const DAY_MINUTES = 1_440;

/** Whole minutes, at least one. A day on which clocks change is an hour off, which nobody plans by. */
export function minutesUntilMidnight(timeZone: string, now: Date): number {
	const [hour = 0, minute = 0] = formatTime(now.getTime() / 1000, timeZone)
		.split(':')
		.map(Number);
	return DAY_MINUTES - (hour * 60 + minute);
}
