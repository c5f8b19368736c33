/**
 * The statements of a batch, all set-based and prepared by name. They are sent in two flights on a pipelined
 * connection: what has to be read under locks, then what is written, with the commit behind it.
 */
import type { Db } from '#server/db/pool.ts';
import { RANKING_LOCK } from '#server/rankings/lock.ts';
import { entryOf, fanOf, givenOf, voteOf, type Ballot, type BatchFacts, type CastVote } from './rules.ts';

/** Numbers as PostgreSQL writes an array: the driver would look at each of thousands, character by character. */
const list = (values: readonly number[]): string => `{${values.join()}}`;

const epochMs = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint`;

interface WalletRow {
	fanId: number;
	earned: number;
	purchased: number;
	lastSeq: number;
	registered: boolean;
	suspended: boolean;
	frozen: boolean;
}

interface RankingRow {
	now: number;
	rankingId: number | null;
	rankingKey: string;
	startsAt: number;
	endsAt: number;
	gemsPerVote: number;
	ticketsPerFanMax: number | null;
	paused: boolean;
	closed: boolean;
	certified: boolean;
}

interface EarlierRow {
	bucket: number;
	fanId: number;
	key: string;
	rankingId: number;
	artistId: number;
	tickets: number;
	costEarned: number;
	costPurchased: number;
	earnedAfter: number;
	purchasedAfter: number;
	ledgerSeq: number;
	artistTickets: number;
	castAt: number;
}

/** Takes the batch's locks, wallets first, and reads everything the decision needs. */
export async function readFacts(db: Db, ballots: readonly Ballot[]): Promise<BatchFacts> {
	const fans = [...new Map(ballots.map(({ fan }) => [fan.fanId, fan])).values()];
	const buckets = fans.map(({ bucket }) => bucket);
	const fanIds = fans.map(({ fanId }) => fanId);
	const rankingKeys = [...new Set(ballots.map(({ rankingKey }) => rankingKey))];
	// Sent together, run one after the other: each statement sees what the holders of the locks before it committed.
	const [wallets, , rankings, listed, earlier, given] = await Promise.all([
		db.query<WalletRow>({ name: 'vote_lock_wallets', text: LOCK_WALLETS, values: [list(buckets), list(fanIds)] }),
		db.query({ name: 'vote_lock_rankings', text: LOCK_RANKINGS, values: [rankingKeys] }),
		db.query<RankingRow>({ name: 'vote_rankings', text: SELECT_RANKINGS, values: [rankingKeys] }),
		db.query<{ rankingId: number; artistId: number; tickets: number }>({
			name: 'vote_listed',
			text: SELECT_LISTED,
			values: [rankingKeys, list([...new Set(ballots.map(({ artistId }) => artistId))])],
		}),
		db.query<EarlierRow>({
			name: 'vote_earlier',
			text: SELECT_EARLIER,
			values: [
				list(ballots.map(({ fan }) => fan.bucket)),
				list(ballots.map(({ fan }) => fan.fanId)),
				ballots.map(({ key }) => key),
			],
		}),
		db.query<{ fanId: number; rankingId: number; tickets: number }>({
			name: 'vote_given',
			text: SELECT_GIVEN,
			values: [rankingKeys, list(buckets), list(fanIds)],
		}),
	]);
	return {
		now: rankings[0]?.now ?? 0,
		wallets: new Map(wallets.map((row) => [fanOf({ bucket: 0, fanId: row.fanId }), row])),
		rankings: new Map(
			rankings.flatMap((row) =>
				row.rankingId === null ? [] : [[row.rankingKey, { ...row, rankingId: row.rankingId }] as const],
			),
		),
		listed: new Map(listed.map((row) => [entryOf(row.rankingId, row.artistId), row.tickets])),
		earlier: new Map(
			earlier.map((row) => [voteOf({ bucket: row.bucket, fanId: row.fanId }, row.key), earlierVote(row)]),
		),
		given: new Map(given.map((row) => [givenOf({ bucket: 0, fanId: row.fanId }, row.rankingId), row.tickets])),
	};
}

function earlierVote(row: EarlierRow): CastVote {
	return {
		fan: { bucket: row.bucket, fanId: row.fanId },
		key: row.key,
		rankingId: row.rankingId,
		artistId: row.artistId,
		tickets: row.tickets,
		cost: { earned: row.costEarned, purchased: row.costPurchased },
		balanceAfter: { earned: row.earnedAfter, purchased: row.purchasedAfter },
		ledgerSeq: row.ledgerSeq,
		artistTickets: row.artistTickets,
		castAt: row.castAt,
	};
}

/** Ordered, so that two batches that want the same wallets wait for each other and never in a circle. */
const LOCK_WALLETS = `
	select wallet.fan_id as "fanId", earned, purchased, last_seq as "lastSeq", registered, suspended, frozen
	from wallet join unnest($1::smallint[], $2::bigint[]) as wanted (bucket, fan_id)
		on wallet.bucket = wanted.bucket and wallet.fan_id = wanted.fan_id
	order by wallet.bucket, wallet.fan_id for no key update of wallet`;

const LOCK_RANKINGS = `
	select pg_advisory_xact_lock_shared(${RANKING_LOCK}, ranking_id) from ranking where ranking_key = any($1::text[])`;

// The clock is in a scalar subquery, so that it is read once for the whole batch.
const SELECT_RANKINGS = `
	select (select ${epochMs('lightstick_now()')}) as now, ranking_id as "rankingId", ranking_key as "rankingKey",
		${epochMs('starts_at')} as "startsAt", ${epochMs('ends_at')} as "endsAt", gems_per_vote as "gemsPerVote",
		votes_per_fan_max as "ticketsPerFanMax",
		exists (select from ranking_pause pause where pause.ranking_id = ranking.ranking_id and ended_at is null) as paused,
		exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id) as closed,
		false as certified
	from (select 1) as always left join ranking on ranking_key = any($1::text[]) and published_at is not null`;

const SELECT_LISTED = `
	select entry.ranking_id as "rankingId", entry.artist_id as "artistId",
		(select coalesce(sum(tally.tickets), 0) from tally
			where tally.ranking_id = entry.ranking_id and tally.artist_id = entry.artist_id) as tickets
	from ranking join ranking_entry entry using (ranking_id)
	where ranking_key = any($1::text[]) and entry.artist_id = any($2::integer[]) and entry.hidden_at is null`;

// One look-up by the whole key for each vote asked, and only then its entry: "limit 1" keeps the planner from joining a
// fan's votes with all their entries.
const SELECT_EARLIER = `
	select vote.bucket, vote.fan_id as "fanId", vote.idempotency_key as key, ranking_id as "rankingId",
		artist_id as "artistId", tickets, cost_earned as "costEarned", cost_purchased as "costPurchased",
		entry.earned_after as "earnedAfter", entry.purchased_after as "purchasedAfter", ledger_seq as "ledgerSeq",
		artist_tickets as "artistTickets", ${epochMs('cast_at')} as "castAt"
	from unnest($1::smallint[], $2::bigint[], $3::text[]) as asked (bucket, fan_id, idempotency_key)
	cross join lateral (
		select * from vote where vote.bucket = asked.bucket and vote.fan_id = asked.fan_id
			and vote.idempotency_key = asked.idempotency_key limit 1
	) vote
	cross join lateral (
		select earned_after, purchased_after from ledger_entry entry
		where entry.bucket = vote.bucket and entry.fan_id = vote.fan_id and entry.seq = vote.ledger_seq limit 1
	) entry`;

// Only where a ranking has a cap, which is rare: the sum over a fan's votes is made for capped rankings alone.
const SELECT_GIVEN = `
	select asked.fan_id as "fanId", capped.ranking_id as "rankingId", given.tickets
	from ranking capped
	cross join unnest($2::smallint[], $3::bigint[]) as asked (bucket, fan_id)
	cross join lateral (
		select coalesce(sum(tickets), 0) as tickets from vote
		where vote.bucket = asked.bucket and vote.fan_id = asked.fan_id and vote.ranking_id = capped.ranking_id
	) given
	where capped.ranking_key = any($1::text[]) and capped.votes_per_fan_max is not null`;

/** Writes the accepted votes: wallets, ledger, votes, and last the tallies, which other processes may wait for. */
export async function writeVotes(db: Db, votes: readonly CastVote[], slot: number): Promise<{ transaction: string }> {
	const wallets = [...new Map(votes.map((vote) => [vote.fan.fanId, vote])).values()];
	const column = (of: (vote: CastVote) => number, among: readonly CastVote[] = votes) => list(among.map(of));
	const [, , , tallied] = await Promise.all([
		db.query({
			name: 'vote_update_wallets',
			text: UPDATE_WALLETS,
			values: [
				column(({ fan }) => fan.bucket, wallets),
				column(({ fan }) => fan.fanId, wallets),
				column(({ balanceAfter }) => balanceAfter.earned, wallets),
				column(({ balanceAfter }) => balanceAfter.purchased, wallets),
				column(({ ledgerSeq }) => ledgerSeq, wallets),
			],
		}),
		db.query({
			name: 'vote_insert_ledger',
			text: INSERT_LEDGER,
			values: [
				column(({ fan }) => fan.bucket),
				column(({ fan }) => fan.fanId),
				column(({ ledgerSeq }) => ledgerSeq),
				column(({ cost }) => -cost.earned),
				column(({ cost }) => -cost.purchased),
				column(({ balanceAfter }) => balanceAfter.earned),
				column(({ balanceAfter }) => balanceAfter.purchased),
				votes.map(({ key }) => key),
				votes[0]?.castAt,
			],
		}),
		db.query({
			name: 'vote_insert_votes',
			text: INSERT_VOTES,
			values: [
				column(({ fan }) => fan.bucket),
				column(({ fan }) => fan.fanId),
				votes.map(({ key }) => key),
				column(({ rankingId }) => rankingId),
				column(({ artistId }) => artistId),
				column(({ tickets }) => tickets),
				column(({ cost }) => cost.earned),
				column(({ cost }) => cost.purchased),
				column(({ ledgerSeq }) => ledgerSeq),
				column(({ artistTickets }) => artistTickets),
				votes[0]?.castAt,
			],
		}),
		db.query<{ transaction: string }>({
			name: 'vote_add_tallies',
			text: ADD_TALLIES,
			values: [slot, ...tallyColumns(votes), votes[0]?.castAt],
		}),
	]);
	return { transaction: tallied[0]?.transaction ?? '0' };
}

/** Tickets by ranking and artist, in key order. */
function tallyColumns(votes: readonly CastVote[]): [string, string, string] {
	const sums = new Map<string, { rankingId: number; artistId: number; tickets: number }>();
	for (const { rankingId, artistId, tickets } of votes) {
		const entry = entryOf(rankingId, artistId);
		sums.set(entry, { rankingId, artistId, tickets: (sums.get(entry)?.tickets ?? 0) + tickets });
	}
	const rows = [...sums.values()].toSorted(
		(one, other) => one.rankingId - other.rankingId || one.artistId - other.artistId,
	);
	return [
		list(rows.map(({ rankingId }) => rankingId)),
		list(rows.map(({ artistId }) => artistId)),
		list(rows.map(({ tickets }) => tickets)),
	];
}

const UPDATE_WALLETS = `
	update wallet set earned = changed.earned, purchased = changed.purchased, last_seq = changed.last_seq
	from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
		as changed (bucket, fan_id, earned, purchased, last_seq)
	where wallet.bucket = changed.bucket and wallet.fan_id = changed.fan_id`;

const INSERT_LEDGER = `
	insert into ledger_entry
		(bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
	select bucket, fan_id, seq, 'vote', earned, purchased, earned_after, purchased_after, cause,
		to_timestamp($9::bigint / 1000.0)
	from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
		$8::text[]) as entry (bucket, fan_id, seq, earned, purchased, earned_after, purchased_after, cause)`;

const INSERT_VOTES = `
	insert into vote
		(bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq,
			artist_tickets, cast_at)
	select bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased, ledger_seq,
		artist_tickets, to_timestamp($11::bigint / 1000.0)
	from unnest($1::smallint[], $2::bigint[], $3::text[], $4::integer[], $5::integer[], $6::bigint[], $7::bigint[],
		$8::bigint[], $9::bigint[], $10::bigint[]) as cast_vote (bucket, fan_id, idempotency_key, ranking_id, artist_id,
		tickets, cost_earned, cost_purchased, ledger_seq, artist_tickets)`;

const ADD_TALLIES = `
	insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at)
	select ranking_id, artist_id, $1, tickets, to_timestamp($5::bigint / 1000.0)
	from unnest($2::integer[], $3::integer[], $4::bigint[]) as added (ranking_id, artist_id, tickets)
	on conflict (ranking_id, artist_id, slot) do update
		set tickets = tally.tickets + excluded.tickets, last_vote_at = greatest(tally.last_vote_at, excluded.last_vote_at)
	returning pg_current_xact_id()::text as transaction`;
