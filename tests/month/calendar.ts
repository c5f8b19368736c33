/** The simulated month: a June in Seoul, whose offset is the same all year. Times are epoch milliseconds. */

export const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
export const DAY_MS = 24 * HOUR_MS;

/** 2027-06-01 00:00 in Seoul. */
export const OPENING = Date.UTC(2027, 4, 31, 15);
/** Operators prepare the month a week before. */
export const SETUP = OPENING - 7 * DAY_MS;

export interface Moment {
	at: number;
	/** 0 for the first day of the month. */
	day: number;
	/** How many people are here, as a share of the evening's. */
	crowd: number;
	/** True in the last hours. */
	storm: boolean;
	/** True for the first moment of a day. */
	morning: boolean;
}

/** Hour of the day, and the crowd at that hour. The first is just past midnight, when check-ins begin anew. */
export const HOURS: readonly [number, number][] = [
	[0.1, 0.6],
	[12.5, 0.8],
	[19, 1],
	[22, 0.9],
];
/** Minutes before the deadline. */
const LAST_MINUTES = [60, 30, 10, 3, 1, 1 / 6];

export const midnight = (day: number): number => OPENING + day * DAY_MS;

/** Start of a day of a month of thirty, scaled to the length of the run. */
export const dayIn = ({ days }: { days: number }, day: number): number => midnight(Math.floor((day / 30) * days));

export function momentsOf(days: number): Moment[] {
	const usual = Array.from({ length: days }, (_, day) =>
		HOURS.map(([hour, crowd], index) => ({
			at: midnight(day) + hour * HOUR_MS,
			day,
			crowd,
			storm: false,
			morning: index === 0,
		})),
	).flat();
	const last = LAST_MINUTES.map((minutes) => ({
		at: midnight(days) - minutes * MINUTE_MS,
		day: days - 1,
		crowd: 1,
		storm: true,
		morning: false,
	}));
	const begins = last[0]?.at ?? Infinity;
	return [...usual.filter(({ at }) => at < begins), ...last];
}

/** `2027-06-01T00:00`, as operators write it. */
export function localTime(at: number): string {
	return Temporal.Instant.fromEpochMilliseconds(at)
		.toZonedDateTimeISO('Asia/Seoul')
		.toPlainDateTime()
		.toString({ smallestUnit: 'minute' });
}
