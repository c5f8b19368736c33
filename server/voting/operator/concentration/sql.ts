/** Statements that count where votes come from, and that read the counts. */
import type { ConcentrationKind } from '#contract/operator/voting/concentration.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { Part } from './rules.ts';

/** How far votes are counted, held until the transaction ends; null where another process is at it. */
export async function lockCounting(tx: Tx): Promise<Date | null> {
	// The first time: from the first ranking on.
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
 * Until when the next step counts: never closer to the present than a batch of votes could take to commit. Null where
 * that is reached, and while a ranking is about to end or has just ended: votes have the right of way.
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

/** Adds the votes of a stretch of time to the counts. False where there were none. */
export async function countVotes(tx: Tx, from: Date, until: Date): Promise<boolean> {
	await tx.query({ text: 'set local enable_seqscan = off' });
	const { parts } = await one<{ parts: number }>(tx, { text: COUNT_VOTES, values: [from, until] });
	await tx.query({ text: 'update vote_counting set counted_through = $1', values: [until] });
	return parts > 0;
}

/** Goes on at the next vote: a past without votes is not counted minute by minute. */
export async function skipQuiet(tx: Tx, from: Date, settleSeconds: number): Promise<void> {
	await tx.query({
		text: `update vote_counting set counted_through = coalesce(
				(select min(cast_at) from vote where cast_at >= $1 and cast_at < latest), greatest($1, latest))
			from (select lightstick_now() - make_interval(secs => $2) as latest) clock`,
		values: [from, settleSeconds],
	});
}

// Fans are looked up by key, once each, whatever the planner expects: `offset 0`. The network of a vote is that of the
// latest session which the fan had begun by then.
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

/** What is kept of networks ends with the keys that hashed them. */
export async function deleteOldNetworks(db: Db, days: number): Promise<void> {
	await db.query({
		text: `delete from vote_concentration using ranking where ranking.ranking_id = vote_concentration.ranking_id
			and kind = 'network' and ends_at < lightstick_now() - make_interval(days => $1)`,
		values: [days],
	});
}

export interface RankingHead {
	rankingId: number;
	title: string;
	/** Epoch seconds. */
	countedThrough: number | null;
}

export function selectHead(db: Db, rankingKey: string): Promise<RankingHead | null> {
	return maybeOne<RankingHead>(db, {
		text: `select ranking_id as "rankingId", title, (select ${epochSeconds('counted_through')} from vote_counting)
				as "countedThrough" from ranking where ranking_key = $1`,
		values: [rankingKey],
	});
}

/** The values of a kind, the most tickets first; of one artist or of all. */
export function selectParts(
	db: Db,
	rankingId: number,
	{ kind, artistId, limit }: { kind: ConcentrationKind; artistId: number | null; limit: number },
): Promise<Part[]> {
	return db.query<Part>({
		text: `select kind, value, sum(votes)::bigint as votes, sum(tickets)::bigint as tickets from vote_concentration
			where ranking_id = $1 and kind = $2 and ($3::integer is null or artist_id = $3)
			group by kind, value order by sum(tickets) desc, value limit $4`,
		values: [rankingId, kind, artistId, limit],
	});
}

export interface ArtistPart extends Part {
	artistId: number;
}

/** The values that an artist got the most tickets of, for every artist; hours are not asked for here. */
export function selectArtistParts(db: Db, rankingId: number, limit: number): Promise<ArtistPart[]> {
	return db.query<ArtistPart>({
		text: `select artist_id as "artistId", kind, value, votes, tickets from (
				select *, row_number() over (partition by artist_id, kind order by tickets desc, value) as place
				from vote_concentration where ranking_id = $1 and kind in ('age', 'country', 'network')
			) part where place <= $2`,
		values: [rankingId, limit],
	});
}

/** The ranking's sums for the values named. */
export function selectSame(db: Db, rankingId: number, values: readonly string[]): Promise<Part[]> {
	return db.query<Part>({
		text: `select kind, value, sum(votes)::bigint as votes, sum(tickets)::bigint as tickets from vote_concentration
			where ranking_id = $1 and kind in ('age', 'country', 'network') and value = any($2::text[]) group by kind, value`,
		values: [rankingId, values],
	});
}

export interface ArtistSums {
	artistId: number;
	enName: string;
	votes: number;
	tickets: number;
	voidedTickets: number;
}

/** By artist, the most tickets first. The hours of all votes add up to the votes. */
export function selectArtists(db: Db, rankingId: number, voidSlot: number): Promise<ArtistSums[]> {
	return db.query<ArtistSums>({
		text: `select entry.artist_id as "artistId", en_name as "enName", coalesce(counted.votes, 0)::bigint as votes,
				coalesce(counted.tickets, 0)::bigint as tickets, coalesce(-voided.tickets, 0) as "voidedTickets"
			from ranking_entry entry join artist on artist.artist_id = entry.artist_id
			left join (
				select artist_id, sum(votes) as votes, sum(tickets) as tickets from vote_concentration
				where ranking_id = $1 and kind = 'hour' group by artist_id
			) counted on counted.artist_id = entry.artist_id
			left join tally voided on voided.ranking_id = $1 and voided.artist_id = entry.artist_id and slot = $2
			where entry.ranking_id = $1 order by 4 desc, entry.artist_id`,
		values: [rankingId, voidSlot],
	});
}

/** Accounts that signed in from a network, up to `most`. */
export async function countAccounts(db: Db, networks: readonly string[], most: number): Promise<Map<string, number>> {
	const rows = await db.query<{ network: string; accounts: number }>({
		text: `select network, (select count(*) from (
					select distinct bucket, fan_id from session where network_hash = decode(network, 'hex') limit $2) fans) as accounts
			from unnest($1::text[]) network`,
		values: [networks, most],
	});
	return new Map(rows.map(({ network, accounts }) => [network, accounts]));
}

export interface CaseOnPart {
	caseId: number;
	artistId: number | null;
	country: string | null;
	network: string | null;
	byJoining: boolean;
	byTime: boolean;
}

/** By what the cases of a ranking were found that were not dropped. */
export function selectCasesOn(db: Db, rankingId: number): Promise<CaseOnPart[]> {
	return db.query<CaseOnPart>({
		text: `select case_id as "caseId", (filter ->> 'artist_id')::integer as "artistId", filter ->> 'country' as country,
				filter ->> 'network' as network, filter ?| array['joined_from_local', 'joined_to_local'] as "byJoining",
				filter ?| array['cast_from_local', 'cast_to_local'] as "byTime"
			from vote_case where ranking_id = $1 and not exists (select from vote_case_end ending
				where ending.case_id = vote_case.case_id and outcome = 'dropped') order by case_id desc limit 200`,
		values: [rankingId],
	});
}

/** Rankings whose votes may still be voided: begun, not certified. */
export function selectWatched(db: Db): Promise<{ rankingId: number; rankingKey: string; title: string }[]> {
	return db.query({
		text: `select ranking_id as "rankingId", ranking_key as "rankingKey", title from ranking
			where starts_at <= lightstick_now() and ends_at > lightstick_now() - interval '31 days'
				and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
			order by ends_at limit 20`,
	});
}

/** Networks from which many of the latest accounts come. */
export function selectSignUpNetworks(
	db: Db,
	{ hours, latest, least }: { hours: number; latest: number; least: number },
): Promise<{ network: string; accounts: number; of: number }[]> {
	return db.query({
		text: `with joined as materialized (
				select bucket, fan_id from fan where registered_at > lightstick_now() - make_interval(hours => $1)
				order by registered_at desc limit $2
			)
			select encode(network_hash, 'hex') as network, count(*) as accounts, (select count(*) from joined) as of
			from joined cross join lateral (
				select network_hash from session where session.bucket = joined.bucket and session.fan_id = joined.fan_id
				order by created_at limit 1
			) first where network_hash is not null
			group by network_hash having count(*) >= $3 order by count(*) desc limit 20`,
		values: [hours, latest, least],
	});
}
