/** Statements that count votes by fan and by time of sign-up. */
import type { Db, Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';

export interface CountedArtists {
	rankingIds: number[];
	artistIds: number[];
}

/**
 * Adds the votes of a period to those who gave most, `kept` fans of each artist. A fan without a row may have given at most
 * as much as the least of the kept ones: this becomes `missed` of a new row. Returns the artists who got votes.
 */
export function countFans(tx: Tx, from: Date, until: Date, kept: number): Promise<CountedArtists> {
	return sql`with fresh as materialized (
			select ranking_id, artist_id, fan_id, count(*) as votes, sum(tickets)::bigint as tickets,
				sum(cost_earned)::bigint as earned, sum(cost_purchased)::bigint as purchased,
				min(cast_at) as first_at, max(cast_at) as last_at,
				row_number() over (partition by ranking_id, artist_id order by sum(tickets) desc, fan_id) as place
			from vote where cast_at >= ${from} and cast_at < ${until} group by ranking_id, artist_id, fan_id
		), voted as materialized (
			select distinct ranking_id, artist_id from fresh
		), least as materialized (
			select ranking_id, artist_id, min(tickets + missed) as tickets from voted join vote_top_fan using (ranking_id, artist_id)
			group by ranking_id, artist_id having count(*) >= ${kept}::integer
		), counted as (
			insert into vote_top_fan
				(ranking_id, artist_id, fan_id, votes, tickets, earned, purchased, missed, first_at, last_at)
			select fresh.ranking_id, fresh.artist_id, fresh.fan_id, fresh.votes, fresh.tickets, fresh.earned,
				fresh.purchased, coalesce(least.tickets, 0), fresh.first_at, fresh.last_at
			from fresh left join vote_top_fan known using (ranking_id, artist_id, fan_id)
			left join least on least.ranking_id = fresh.ranking_id and least.artist_id = fresh.artist_id
			where place <= ${kept} or known.fan_id is not null
			on conflict (ranking_id, artist_id, fan_id) do update
				set votes = vote_top_fan.votes + excluded.votes, tickets = vote_top_fan.tickets + excluded.tickets,
					earned = vote_top_fan.earned + excluded.earned, purchased = vote_top_fan.purchased + excluded.purchased,
					last_at = excluded.last_at
		)
		select coalesce(array_agg(ranking_id), '{}') as "rankingIds", coalesce(array_agg(artist_id), '{}') as "artistIds"
		from voted`.one(tx);
}

/** Deletes the rows of an artist's fans beyond the first `kept`. */
export function deleteLeast(tx: Tx, { rankingIds, artistIds }: CountedArtists, kept: number): Promise<void> {
	return sql`delete from vote_top_fan using (
			select top.*, row_number() over (
				partition by ranking_id, artist_id order by tickets + missed desc, tickets desc, fan_id) as place
			from unnest(${rankingIds}::integer[], ${artistIds}::integer[]) voted (ranking_id, artist_id)
			join vote_top_fan top using (ranking_id, artist_id)
		) least
		where place > ${kept}::integer and vote_top_fan.ranking_id = least.ranking_id
			and vote_top_fan.artist_id = least.artist_id and vote_top_fan.fan_id = least.fan_id`.run(tx);
}

/** Adds the votes of accounts that were at most `days` old when they voted. */
export function countSignUps(tx: Tx, from: Date, until: Date, days: number): Promise<void> {
	return sql`insert into vote_sign_up (ranking_id, artist_id, joined_at, votes, tickets)
		select ranking_id, artist_id, date_trunc('hour', registered_at, 'UTC'), count(*), sum(tickets)
		from vote cross join lateral (select registered_at from fan where fan.fan_id = vote.fan_id offset 0) fan
		where cast_at >= ${from} and cast_at < ${until} and cast_at - registered_at < make_interval(days => ${days})
		group by 1, 2, 3
		on conflict (ranking_id, artist_id, joined_at) do update
			set votes = vote_sign_up.votes + excluded.votes, tickets = vote_sign_up.tickets + excluded.tickets`.run(tx);
}

/** Deletes counts of fans of rankings that ended long ago. */
export function deleteOldFans(db: Db, days: number): Promise<void> {
	return sql`delete from vote_top_fan using ranking where ranking.ranking_id = vote_top_fan.ranking_id
		and ends_at < lightstick_now() - make_interval(days => ${days})`.run(db);
}
