/** The rankings that span others: all time, hot music, new music. */
import type { ListedArtist } from '#contract/rankings.ts';
import { type Db, sql } from '#server/kernel/database.ts';
import { presentListedArtist } from '../presenters.ts';
import { ranked } from '../rules.ts';
import { ARTIST_COLUMNS, COUNTED, PUBLISHED, type StandingRow } from '../sql.ts';

export async function readAllTime(db: Db): Promise<ListedArtist[]> {
	const rows = await sql`select ${ARTIST_COLUMNS}, sum(counted.tickets) as tickets, max(reached_at) as "reachedAt"
		from ${COUNTED} counted join ranking using (ranking_id) join artist using (artist_id)
		where ranking_type = 'monthly' and artist.hidden_at is null
		group by artist.artist_id`
		.prepared('select_all_time')
		.all<StandingRow>(db);
	return ranked(rows).map(presentListedArtist);
}

export async function readHotMusic(db: Db): Promise<ListedArtist[]> {
	const rows = await sql`with running as (
			select ranking_id from ranking
			where ranking_type = 'theme' and starts_at <= lightstick_now() and ends_at > lightstick_now()
				and ${PUBLISHED}
			order by starts_at desc limit 1
		), earlier as (
			select max(taken_at) as taken_at from standing_snapshot join running using (ranking_id)
			where taken_at <= lightstick_now() - interval '24 hours'
		)
		select ${ARTIST_COLUMNS},
			greatest(0, coalesce(present.tickets, 0) - coalesce(past.tickets, 0)) as tickets,
			coalesce(present.reached_at, 0) as "reachedAt"
		from running join ranking_entry entry using (ranking_id) join artist using (artist_id)
		left join ${COUNTED} present on present.ranking_id = running.ranking_id
			and present.artist_id = entry.artist_id
		left join standing_snapshot past on past.ranking_id = running.ranking_id
			and past.artist_id = entry.artist_id and past.taken_at = (select taken_at from earlier)
		where entry.hidden_at is null`
		.prepared('select_hot_music')
		.all<StandingRow>(db);
	return ranked(rows).map(presentListedArtist);
}

export async function readNewMusic(db: Db): Promise<ListedArtist[]> {
	const rows = await sql`with voted as (
			select artist_id, sum(tickets) as tickets from ${COUNTED} counted join ranking using (ranking_id)
			where ranking_type = 'theme' group by artist_id
		), entered as (
			select artist_id, date_trunc('milliseconds', max(entered_at)) as entered_at
			from ranking_entry entry join ranking using (ranking_id)
			where ranking_type = 'theme' and entry.hidden_at is null and starts_at <= lightstick_now() and ${PUBLISHED}
			group by artist_id
		)
		select ${ARTIST_COLUMNS}, coalesce(tickets, 0) as tickets,
			row_number() over (order by entered_at desc, artist_id)::integer as rank
		from entered join artist using (artist_id) left join voted using (artist_id)
		order by rank`
		.prepared('select_new_music')
		.all<Omit<StandingRow, 'reachedAt'> & { rank: number }>(db);
	return rows.map(presentListedArtist);
}

/** Snapshots every running ranking, and once after its end. Changes of 24 hours are the difference from one. */
export const takeSnapshots = (db: Db): Promise<void> =>
	sql`insert into standing_snapshot (ranking_id, taken_at, artist_id, tickets)
		select ranking_id, present.at, artist_id, tickets
		from (select lightstick_now() as at) present cross join ${COUNTED} counted join ranking using (ranking_id)
		where starts_at <= present.at and ends_at > present.at - interval '15 minutes'
		on conflict do nothing`.run(db);

/** Rows of one call: the first one after an update finds those of months. */
const DELETED_MAX = 100_000;

/** Deletes snapshots that no comparison needs any more. The race keeps the standings of every hour: see ../race/. */
export const forgetSnapshots = (db: Db): Promise<void> =>
	sql`delete from standing_snapshot where ctid = any (array(
		select ctid from standing_snapshot where taken_at < lightstick_now() - interval '8 days'
			limit ${DELETED_MAX}))`.run(db);
