/** The site's calendar around the moment of seeding. Times are epoch milliseconds. */

export interface Month {
	/** `2026-11`. */
	key: string;
	/** `November`. */
	name: string;
	year: number;
	/** 1 to 12. */
	number: number;
	startsAt: number;
	/** Exclusive. */
	endsAt: number;
}

export interface Calendar {
	now: number;
	month(offset: number): Month;
	/** 00:00 of today moved by so many days. */
	day(offset: number): number;
	/** Hour of the day, 0 to 23, at a time. */
	hourAt(time: number): number;
}

export function calendarAt(now: number, timeZone: string): Calendar {
	const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay();
	const first = today.with({ day: 1 });
	const month = (offset: number): Month => {
		const start = first.add({ months: offset });
		return {
			key: start.toPlainDate().toString().slice(0, 7),
			name: start.toLocaleString('en-US', { month: 'long' }),
			year: start.year,
			number: start.month,
			startsAt: start.epochMilliseconds,
			endsAt: start.add({ months: 1 }).epochMilliseconds,
		};
	};
	return {
		now,
		month,
		day: (offset) => today.add({ days: offset }).epochMilliseconds,
		hourAt: (time) => Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).hour,
	};
}

const SEASONS = 'winter winter spring spring spring summer summer summer autumn autumn winter winter'.split(' ');

/** The season that charts speak of in a month: November looks forward to winter. */
export function seasonOf(month: Month): string {
	return SEASONS[month.number - 1] ?? 'winter';
}
