/** The statement that leaves out what fans have not asked for. Fans are not where devices and events are. */
import type { Db } from '#server/kernel/database.ts';
import type { Candidate } from './sql.ts';

/** A reminder that is to be sent. */
export interface Taken extends Candidate {
	timezone: string;
	/** Seconds until the end of the fan's quiet hours; null outside of them. */
	waitsFor: number | null;
}

/** The fan asked for this kind, and it still concerns them. */
const WANTED = `case kind when 'vote_opens' then r.vote_opens when 'vote_closes' then r.vote_closes
		when 'overtaken' then r.overtaken else r.claim_ready end
	and (asked.artist_id is null or exists (select from favorite
		where favorite.bucket = r.bucket and favorite.fan_id = r.fan_id and favorite.artist_id = asked.artist_id))
	and (asked.day is null or not exists (select from check_in
		where check_in.bucket = r.bucket and check_in.fan_id = r.fan_id and check_in.day >= asked.day))`;

const LOCAL = 'lightstick_now() at time zone r.timezone';

interface WantedRow extends Pick<Taken, 'language' | 'timezone'> {
	/** Of the candidate, from 1. */
	place: number;
	/** Minutes since midnight where the fan is, like the next two. */
	minute: number;
	quietFrom: number;
	quietUntil: number;
}

/** Returns those of the candidates that are wanted, in their order. */
export async function selectWanted(db: Db, candidates: readonly Candidate[]): Promise<Taken[]> {
	if (candidates.length === 0) return [];
	const found = await db.query<WantedRow>({
		name: 'select_wanted_pushes',
		text: `select place::integer, r.timezone, fan.language, quiet_from as "quietFrom", quiet_until as "quietUntil",
				(extract(hour from ${LOCAL}) * 60 + extract(minute from ${LOCAL}))::integer as minute
			from reminder_setting r
			join unnest($1::smallint[], $2::bigint[], $3::text[], $4::integer[], $5::date[]) with ordinality
				as asked (bucket, fan_id, kind, artist_id, day, place)
				on asked.bucket = r.bucket and asked.fan_id = r.fan_id
			join fan on fan.bucket = r.bucket and fan.fan_id = r.fan_id
			where ${WANTED} order by place`,
		values: [
			candidates.map(({ bucket }) => bucket),
			candidates.map(({ fanId }) => fanId),
			candidates.map(({ kind }) => kind),
			candidates.map(({ artistId }) => artistId),
			candidates.map(({ day }) => day),
		],
	});
	return found.flatMap((row) => {
		const candidate = candidates[row.place - 1];
		const { timezone, language } = row;
		if (!candidate) return [];
		return [{ ...candidate, timezone, language: language ?? candidate.language, waitsFor: waitOf(row) }];
	});
}

const MINUTES_OF_DAY = 1_440;

/** Returns the seconds until the end of the quiet hours, which may cross midnight. */
function waitOf({ minute, quietFrom, quietUntil }: WantedRow): number | null {
	const isQuiet =
		quietFrom <= quietUntil ? minute >= quietFrom && minute < quietUntil : minute >= quietFrom || minute < quietUntil;
	return isQuiet ? ((quietUntil - minute + MINUTES_OF_DAY) % MINUTES_OF_DAY) * 60 : null;
}
