/** The time until the next day of the site's zone begins. Pure. */

const DAY_MINUTES = 1_440;

/** Whole minutes, at least one. A day on which clocks change is an hour off, which nobody plans by. */
export function minutesUntilMidnight(timeZone: string, now: Date): number {
	const parts = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
	const read = (wanted: string) => Number(parts.formatToParts(now).find(({ type }) => type === wanted)?.value ?? 0);
	return DAY_MINUTES - (read('hour') * 60 + read('minute'));
}
