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

/** Minutes until the fan's quiet hours end; null outside of them. */
const QUIET_MINUTES = `(select case
		when case when quiet_from <= quiet_until then minute >= quiet_from and minute < quiet_until
			else minute >= quiet_from or minute < quiet_until end
		then (quiet_until - minute + 1440) % 1440 end
	from (select extract(hour from at)::integer * 60 + extract(minute from at)::integer as minute
		from (select lightstick_now() at time zone r.timezone as at) own) clock)`;

/** Returns those of the candidates that are wanted, in their order. */
export async function selectWanted(db: Db, candidates: readonly Candidate[]): Promise<Taken[]> {
	if (candidates.length === 0) return [];
	const found = await db.query<Pick<Taken, 'language' | 'timezone' | 'waitsFor'> & { place: number }>({
		name: 'select_wanted_pushes',
		text: `select place::integer, r.timezone, fan.language, ${QUIET_MINUTES} * 60 as "waitsFor"
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
	return found.flatMap(({ place, language, timezone, waitsFor }) => {
		const candidate = candidates[place - 1];
		return candidate ? [{ ...candidate, timezone, waitsFor, language: language ?? candidate.language }] : [];
	});
}
