/** Statements that count the sources of votes. */
import type { Db, Tx } from '#server/kernel/database.ts';

/** Adds the votes of a period to the counts. Returns false if there were none. */
export async function countVotes(tx: Tx, from: Date, until: Date): Promise<boolean> {
	const votes = await tx.query({
		text: 'select 1 from vote where cast_at >= $1 and cast_at < $2 limit 1',
		values: [from, until],
	});
	if (votes.length > 0) await tx.query({ text: COUNT_VOTES, values: [from, until] });
	return votes.length > 0;
}

// Grouped by fan first, so that each fan is looked up once for an artist, and by key (`limit 1`). The age of an account is that
// at the fan's first vote of the period. The network is that of the fan's latest session at the time of the votes.
const COUNT_VOTES = `
			insert into vote_concentration (ranking_id, kind, value, artist_id, votes, tickets)
			select ranking_id, part.kind, part.value, artist_id, sum(votes), sum(tickets)
			from (
				select ranking_id, artist_id, bucket, fan_id, to_char(cast_at at time zone 'utc', 'YYYY-MM-DD"T"HH24') as hour,
					min(cast_at) as cast_at, count(*) as votes, sum(tickets) as tickets
				from vote where cast_at >= $1 and cast_at < $2 group by ranking_id, artist_id, bucket, fan_id, hour
			) fresh
			cross join lateral (select country, registered_at from fan
				where fan.bucket = fresh.bucket and fan.fan_id = fresh.fan_id limit 1) fan
			left join lateral (select network_hash as network from session
				where session.bucket = fresh.bucket and session.fan_id = fresh.fan_id and activated_at < $2
				order by created_at desc limit 1) latest on true
			cross join lateral (values
				('country', coalesce(country, '')),
				('network', coalesce(encode(network, 'hex'), '')),
				('hour', hour),
				('age', case
					when cast_at - registered_at < interval '1 hour' then 'hour'
					when cast_at - registered_at < interval '1 day' then 'day'
					when cast_at - registered_at < interval '7 days' then 'week'
					when cast_at - registered_at < interval '30 days' then 'month'
					when registered_at is null then '' else 'older' end)
			) part (kind, value)
			group by ranking_id, part.kind, part.value, artist_id order by 1, 2, 3, 4
			on conflict (ranking_id, kind, value, artist_id) do update
				set votes = vote_concentration.votes + excluded.votes, tickets = vote_concentration.tickets + excluded.tickets`;

/** Deletes counts of networks once the keys that hashed them are gone. */
export async function deleteOldNetworks(db: Db, days: number): Promise<void> {
	await db.query({
		text: `delete from vote_concentration using ranking where ranking.ranking_id = vote_concentration.ranking_id
			and kind = 'network' and ends_at < lightstick_now() - make_interval(days => $1)`,
		values: [days],
	});
}
