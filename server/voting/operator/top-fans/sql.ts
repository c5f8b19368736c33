/** Statements that read who gave most. */
import { epochSeconds, sql } from '#server/kernel/sql.ts';
import type { TopFan, VoteTimeline } from '#contract/operator/voting/concentration.ts';
import type { Db } from '#server/kernel/database.ts';

/** In the contract's names. */
export type TopFanRow = Omit<TopFan, 'artist_tickets_all' | 'network_accounts' | 'unusual' | 'case_ids'>;

/** Returns the fans with most tickets for an artist, or for all artists. */
export function selectTopFans(
	db: Db,
	rankingId: number,
	{ artistId, limit }: { artistId: number | null; limit: number },
): Promise<TopFanRow[]> {
	return sql`with kept as materialized (
			select * from vote_top_fan where ranking_id = ${rankingId}
				and (${artistId}::integer is null or artist_id = ${artistId})
		),
		most as (
			select fan_id from kept group by fan_id order by sum(tickets) desc, fan_id limit ${limit}
		)
		select top.fan_id, name, top.artist_id, en_name, artist_tickets, votes, tickets, missed, earned, purchased,
			${epochSeconds('first_at')} as first_time, ${epochSeconds('last_at')} as last_time,
			${epochSeconds('registered_at')} as joined_time, encode(network_hash, 'hex') as network
		from (
			select fan_id, sum(votes)::bigint as votes, sum(tickets)::bigint as tickets,
				sum(missed)::bigint as missed,
				sum(earned)::bigint as earned, sum(purchased)::bigint as purchased, min(first_at) as first_at,
				max(last_at) as last_at, max(tickets) as artist_tickets,
				(array_agg(artist_id order by tickets desc, artist_id))[1] as artist_id
			from kept join most using (fan_id) group by fan_id
		) top
		join artist using (artist_id)
		cross join lateral (select name, registered_at from fan where fan.fan_id = top.fan_id offset 0) fan
		left join lateral (select network_hash from session
			where session.fan_id = top.fan_id and activated_at is not null
			order by created_at desc limit 1) latest on true
		order by tickets desc, fan_id`.all(db);
}

/** Returns, for every artist, the fan with most tickets. */
export function selectTopOfArtists(
	db: Db,
	rankingId: number,
): Promise<{ artistId: number; fanId: number; tickets: number }[]> {
	return sql`select distinct on (artist_id) artist_id as "artistId", fan_id as "fanId", tickets
		from vote_top_fan where ranking_id = ${rankingId} order by artist_id, tickets desc, fan_id`.all(db);
}

/** Returns the fan with most tickets of the whole ranking, as far as fans are kept. */
export function selectTopOfRanking(db: Db, rankingId: number): Promise<{ fanId: number; tickets: number }[]> {
	return sql`select fan_id as "fanId", sum(tickets)::bigint as tickets from vote_top_fan
		where ranking_id = ${rankingId} group by fan_id order by sum(tickets) desc, fan_id limit 1`.all(db);
}

/** Epoch seconds. */
export function selectCountedThrough(db: Db): Promise<number | null> {
	return sql`select ${epochSeconds('counted_through')} from vote_fan_counting`.maybeValue(db);
}

/** Returns votes of new accounts by the hour of their sign-up, the earliest first. */
export function selectSignUps(db: Db, rankingId: number, artistId: number | null): Promise<VoteTimeline['sign_ups']> {
	return sql`select ${epochSeconds('joined_at')} as joined_time, sum(votes)::bigint as votes,
			sum(tickets)::bigint as tickets
		from vote_sign_up where ranking_id = ${rankingId}
			and (${artistId}::integer is null or artist_id = ${artistId})
		group by joined_at order by joined_at`.all(db);
}
