/** Statements that count the sources of votes. */
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';

/** Returns and locks the time through which votes are counted, or null if another process is counting. */
export async function lockCounting(tx: Tx): Promise<Date | null> {
	// The first run starts at the first ranking.
	await tx.query({
		text: `insert into vote_counting (counted_through)
			select min(starts_at) from ranking having min(starts_at) is not null on conflict do nothing`,
	});
	const row = await maybeOne<{ through: Date }>(tx, {
		text: 'select counted_through as through from vote_counting for update skip locked',
	});
	return row?.through ?? null;
}

/**
 * Returns the time through which the next step counts. It stays far enough in the past that every batch of votes before
 * it has committed. Returns null if everything up to then is counted, and shortly before and after a ranking ends:
 * votes have priority.
 */
export async function nextStep(tx: Tx, through: Date, settleSeconds: number): Promise<Date | null> {
	const { until } = await one<{ until: Date | null }>(tx, {
		text: `select case when latest > $1::timestamptz + interval '10 seconds'
					then least(latest, $1::timestamptz + interval '5 minutes') end as until
			from (select lightstick_now() as now, lightstick_now() - make_interval(secs => $2) as latest) clock
			where not exists (select from ranking where published_at is not null
				and ends_at between clock.now - interval '1 minute' and clock.now + interval '2 minutes')
			union all select null limit 1`,
		values: [through, settleSeconds],
	});
	return until;
}

/** Adds the votes of a period to the counts. Returns false if there were none. */
export async function countVotes(tx: Tx, from: Date, until: Date): Promise<boolean> {
	await tx.query({ text: 'set local enable_seqscan = off' });
	const { parts } = await one<{ parts: number }>(tx, { text: COUNT_VOTES, values: [from, until] });
	await tx.query({ text: 'update vote_counting set counted_through = $1', values: [until] });
	return parts > 0;
}

/** Continues at the next vote, so that a period without votes is not counted minute by minute. */
export async function skipQuiet(tx: Tx, from: Date, settleSeconds: number): Promise<void> {
	await tx.query({
		text: `update vote_counting set counted_through = coalesce(
				(select min(cast_at) from vote where cast_at >= $1 and cast_at < latest), greatest($1, latest))
			from (select lightstick_now() - make_interval(secs => $2) as latest) clock`,
		values: [from, settleSeconds],
	});
}

// `offset 0` makes the planner look each fan up by key, once. The network of a vote is that of the fan's latest session
// at the time of the vote.
const COUNT_VOTES = `
			with fresh_votes as materialized (
				select ranking_id, artist_id, bucket, fan_id, cast_at, tickets from vote where cast_at >= $1 and cast_at < $2
			), voters as materialized (
				select asked.bucket, asked.fan_id, country, registered_at, network
				from (select distinct bucket, fan_id from fresh_votes) asked
				cross join lateral (select country, registered_at from fan
					where fan.bucket = asked.bucket and fan.fan_id = asked.fan_id offset 0) fan
				cross join lateral (select (select network_hash from session
					where session.bucket = asked.bucket and session.fan_id = asked.fan_id and activated_at < $2
					order by created_at desc limit 1) as network offset 0) latest
			), counted as (
				insert into vote_concentration (ranking_id, kind, value, artist_id, votes, tickets)
				select ranking_id, part.kind, part.value, artist_id, count(*), sum(tickets)
				from fresh_votes join voters using (bucket, fan_id)
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
			select count(*) as parts from counted`;

/** Deletes counts of networks once the keys that hashed them are gone. */
export async function deleteOldNetworks(db: Db, days: number): Promise<void> {
	await db.query({
		text: `delete from vote_concentration using ranking where ranking.ranking_id = vote_concentration.ranking_id
			and kind = 'network' and ends_at < lightstick_now() - make_interval(days => $1)`,
		values: [days],
	});
}
