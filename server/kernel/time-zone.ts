/** A time zone is good if every program that will use its name agrees on it: Intl, Temporal, and for the site's the database. */
import pg from 'pg';
import { localTimeOf } from '#contract/values/local-time.ts';
import { isZoneKnown } from '#contract/values/zones.ts';
import { type Db, sql } from './database.ts';

/** PostgreSQL's invalid_parameter_value. */
const UNKNOWN = '22023';

/** `unknown`: not a name of the tz database. `differs`: the database's clocks change at other times. Ends a transaction. */
export async function zoneFault(db: Db, name: string): Promise<'unknown' | 'differs' | null> {
	if (!isZoneHere(name)) return 'unknown';
	try {
		const times = sampleTimes();
		const locals = await sql`select to_char(at at time zone ${name}, 'YYYY-MM-DD"T"HH24:MI')
			from unnest(${times}::timestamptz[]) with ordinality as sample (at, place) order by place`.column<string>(db);
		if (times.every((at, index) => locals[index] === localTimeOf(at.getTime() / 1000, name))) return null;
		// PostgreSQL takes CET and some others for abbreviations, which have no summer time.
		return name.includes('/') ? 'differs' : 'unknown';
	} catch (error) {
		if (error instanceof pg.DatabaseError && error.code === UNKNOWN) return 'unknown';
		throw error;
	}
}

/** Each week of this year and the next: some clocks are set for a month, and by a rule that is new. */
function sampleTimes(): Date[] {
	const year = new Date().getUTCFullYear();
	return Array.from({ length: 2 * 53 }, (_, week) => new Date(Date.UTC(year, 0, 1 + 7 * week, 12)));
}

/** Returns null for what is no zone here or there. Systems leave out former names, which browsers go on telling. */
export async function nameInDatabase(db: Db, name: string): Promise<string | null> {
	if (!isZoneHere(name)) return null;
	const names = await sql`select name from pg_timezone_names`.column<string>(db);
	const epoch = new Temporal.ZonedDateTime(0n, name);
	const isSame = (other: string) => isZoneHere(other) && epoch.equals(new Temporal.ZonedDateTime(0n, other));
	return names.includes(name) ? name : (names.find(isSame) ?? null);
}

/** Temporal keeps the name as the tz database writes it. An offset such as `+09:00` is no zone. */
export function isZoneHere(name: string): boolean {
	try {
		return /^[A-Z]/.test(name) && new Temporal.ZonedDateTime(0n, name).timeZoneId === name && isZoneKnown(name);
	} catch {
		return false;
	}
}
