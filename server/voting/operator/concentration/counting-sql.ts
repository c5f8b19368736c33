/** Statements that count the sources of votes. */
import type { Db, Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';

/** Adds the votes of a period to the counts. Returns false if there were none. */
export function countVotes(tx: Tx, from: Date, until: Date): Promise<boolean> {
	return sql`with fresh_votes as materialized (
			select ranking_id, artist_id, fan_id, cast_at, tickets from vote where cast_at >= ${from} and cast_at < ${until}
		), voters as materialized (
			select asked.fan_id, country, registered_at, network
			from (select distinct fan_id from fresh_votes) asked
			cross join lateral (select country, registered_at from fan where fan.fan_id = asked.fan_id offset 0) fan
			cross join lateral (select (select network_hash from session
				where session.fan_id = asked.fan_id and activated_at < ${until}
				order by created_at desc limit 1) as network offset 0) latest
		), counted as (
			insert into vote_concentration (ranking_id, kind, value, artist_id, votes, tickets)
			select ranking_id, part.kind, part.value, artist_id, count(*), sum(tickets)
			from fresh_votes join voters using (fan_id)
			cross join lateral (values
				('country', coalesce(country, '')),
				('network', coalesce(encode(network, 'hex'), '')),
				('hour', to_char(cast_at at time zone 'utc', 'YYYY-MM-DD"T"HH24')),
				('age', case
					when cast_at - registered_at < interval '1 hour' then 'hour'
					when cast_at - registered_at < interval '1 day' then 'day'
					when cast_at - registered_at < interval '7 days' then 'week'
					when cast_at - registered_at < interval '30 days' then 'month'
					when registered_at is null then '' else 'older' end)
			) part (kind, value)
			group by ranking_id, part.kind, part.value, artist_id order by 1, 2, 3, 4
			on conflict (ranking_id, kind, value, artist_id) do update
				set votes = vote_concentration.votes + excluded.votes, tickets = vote_concentration.tickets + excluded.tickets
			returning 1
		)
		select exists (select from counted)`.value(tx);
}

// `offset 0` makes the planner look each fan up by key, once. The network of a vote is that of the fan's latest session
// at the time of the vote.

/** Deletes counts of networks once the keys that hashed them are gone. */
export function deleteOldNetworks(db: Db, days: number): Promise<void> {
	return sql`delete from vote_concentration using ranking
		where ranking.ranking_id = vote_concentration.ranking_id
		and kind = 'network' and ends_at < lightstick_now() - make_interval(days => ${days})`.run(db);
}
