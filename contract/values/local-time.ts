/** Local times `YYYY-MM-DDTHH:MM`, without a zone. Forms and server turn them into instants here, and so in one way. */
import { isZoneKnown } from './zones.ts';

/** Years from 2000 to 2099: others are typing errors. */
const LOCAL = /^20\d\d-\d\d-\d\dT\d\d:\d\d$/;

const DAY_S = 86_400;

/** Returns whether the text is a time of the calendar. The pattern alone accepts February 31. */
export function isLocalTime(text: string): boolean {
	if (!LOCAL.test(text)) return false;
	const date = new Date(`${text}Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export interface LocalReading {
	/** Instants (epoch seconds) at which the zone's clocks show it: none or two where clocks are changed. */
	instants: readonly number[];
	/** The instant by the clocks before the change. It is the first moment after a gap that begins with this time. */
	before: number;
}

/** Returns null if the text is no time, or if this program does not know the zone. */
export function readLocal(local: string, zone: string): LocalReading | null {
	const format = zoneFormat(zone);
	if (format === null || !isLocalTime(local)) return null;
	const wall = Date.parse(`${local}Z`) / 1000;
	// No clock is more than a day from UTC, so a change that concerns this time lies between these two.
	const before = wall - offsetAt(wall - DAY_S, format);
	const after = wall - offsetAt(wall + DAY_S, format);
	const shown = [...new Set([before, after])].filter((instant) => instant + offsetAt(instant, format) === wall);
	return { instants: shown.toSorted((one, other) => one - other), before };
}

/** Returns the instant of the reading that is nearest to now. Undefined in a gap. */
export const nearestInstant = ({ instants }: LocalReading, now: number): number | undefined =>
	instants.toSorted((one, other) => Math.abs(one - now) - Math.abs(other - now))[0];

/** Returns the first instant (epoch seconds) of a day `YYYY-MM-DD`, which need not begin at midnight. */
export function startOfDay(day: string, zone: string): number | null {
	const reading = readLocal(`${day}T00:00`, zone);
	return reading && (reading.instants[0] ?? reading.before);
}

/** Returns the local time of an instant (epoch seconds). Null for what is no instant, or in an unknown zone. */
export function localTimeOf(seconds: number, zone: string): string | null {
	const format = zoneFormat(zone);
	const wall = format === null ? Number.NaN : wallAt(seconds, format);
	return Number.isNaN(wall) ? null : new Date(wall * 1000).toISOString().slice(0, 16);
}

const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 100;

/** Formats are slow to make, so they are kept. Null for an unknown zone. */
function zoneFormat(timeZone: string): Intl.DateTimeFormat | null {
	if (!isZoneKnown(timeZone)) return null;
	const kept = formats.get(timeZone);
	if (kept) return kept;
	if (formats.size >= FORMATS_MAX) formats.clear();
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
	formats.set(timeZone, format);
	return format;
}

const offsetAt = (instant: number, format: Intl.DateTimeFormat): number =>
	wallAt(instant, format) - Math.floor(instant / 60) * 60;

/** Returns what the clocks show as if it were UTC, in seconds, to the minute. NaN for what is no instant. */
function wallAt(instant: number, format: Intl.DateTimeFormat): number {
	// Beyond these years, an Intl format writes others or throws.
	if (!(instant > -62_000_000_000 && instant < 250_000_000_000)) return Number.NaN;
	const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = format
		.format(instant * 1000)
		.split(/\D+/)
		.map(Number);
	return new Date(0).setUTCFullYear(year, month - 1, day) / 1000 + hour * 3600 + minute * 60;
}
