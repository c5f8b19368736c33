/** The site's calendar around the moment of seeding. Times are epoch milliseconds. */

export type Calendar = ReturnType<typeof calendarAt>;
export type Month = ReturnType<Calendar['month']>;

export function calendarAt(now: number, timeZone: string) {
	const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay();
	const first = today.with({ day: 1 });
	return {
		now,
		month(offset: number) {
			const start = first.add({ months: offset });
			return {
				/** `2026-11`. */
				key: start.toPlainDate().toString().slice(0, 7),
				/** `November`. */
				name: start.toLocaleString('en-US', { month: 'long' }),
				year: start.year,
				/** 1 to 12. */
				number: start.month,
				startsAt: start.epochMilliseconds,
				/** Exclusive. */
				endsAt: start.add({ months: 1 }).epochMilliseconds,
			};
		},
		/** 00:00 of today moved by so many days. */
		day: (offset: number) => today.add({ days: offset }).epochMilliseconds,
	};
}

const SEASONS = 'winter winter spring spring spring summer summer summer autumn autumn winter winter'.split(' ');

/** The season that charts speak of in a month: November looks forward to winter. */
export const seasonOf = (month: Month): string => SEASONS[month.number - 1] ?? 'winter';
