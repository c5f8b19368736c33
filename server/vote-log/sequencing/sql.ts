/** Statements that give leaves their indexes: see sequencer.ts for what they read when. */
import { maybeOne, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

/**
 * Makes the transaction read one state of the database from its first statement to its last. Of two sequencers that
 * change a log at once, the second fails with 40001.
 */
export async function readOneSnapshot(tx: Tx): Promise<void> {
	await tx.query({ text: 'set transaction isolation level repeatable read' });
	// On a distributed database each worker has a snapshot of its own. Several connections to it would have several.
	await tx.query({ text: 'set local citus.max_adaptive_executor_pool_size = 1' });
}

export interface RankingRules {
	rankingId: number;
	version: number;
	entriesVersion: number;
	/** The rules in the log, as canonical JSON; null if the ranking has no log yet. */
	logged: string | null;
	rankingKey: string;
	type: string;
	title: string;
	/** Epoch seconds; `endsAt` is exclusive. */
	startsAt: number;
	endsAt: number;
	gemsPerVote: number;
	votesPerFanMax: number | null;
	reviewHours: number;
}

/** Published rankings that have begun, whose rules are not in a log yet, or may have changed since. */
export function selectUnloggedRules(tx: Tx): Promise<RankingRules[]> {
	return tx.query<RankingRules>({
		name: 'select_unlogged_rules',
		text: `select ranking_id as "rankingId", version, ranking.entries_version as "entriesVersion", rules as logged,
				ranking_key as "rankingKey", ranking_type as type, title, ${epochSeconds('starts_at')} as "startsAt",
				${epochSeconds('ends_at')} as "endsAt", gems_per_vote as "gemsPerVote",
				votes_per_fan_max as "votesPerFanMax", review_hours as "reviewHours"
			from ranking left join vote_log using (ranking_id)
			where ranking.published_at is not null and starts_at <= lightstick_now() and closed_at is null
				and (rules is null or (version, ranking.entries_version) <> (ranking_version, vote_log.entries_version))
			order by ranking_id`,
	});
}

export interface Candidate {
	artistId: number;
	enName: string;
	nativeName: string | null;
}

/** Hidden ones too: what they were given counts. */
export function selectCandidates(tx: Tx, rankingId: number): Promise<Candidate[]> {
	return tx.query<Candidate>({
		text: `select artist_id as "artistId", en_name as "enName", native_name as "nativeName"
			from ranking_entry join artist using (artist_id) where ranking_id = $1 order by artist_id`,
		values: [rankingId],
	});
}

/** Keeps the rules that a leaf says, and makes the log where there is none. */
export async function keepRules(
	tx: Tx,
	{ rankingId, version, entriesVersion }: RankingRules,
	rules: string,
): Promise<void> {
	await tx.query({
		text: `insert into vote_log (ranking_id, ranking_version, entries_version, rules) values ($1, $2, $3, $4)
			on conflict (ranking_id) do update set ranking_version = $2, entries_version = $3, rules = $4`,
		values: [rankingId, version, entriesVersion, rules],
	});
}

export interface WaitingBatch {
	batchId: number;
	/** Key of the shard that has the batch. */
	shard: number;
}

/** Returns the batches without an index. */
export function selectWaiting(db: Db): Promise<WaitingBatch[]> {
	return db.query<WaitingBatch>({
		name: 'select_waiting_batches',
		text: 'select batch_id as "batchId", shard from log_batch where first_index is null',
	});
}

interface Counted extends WaitingBatch {
	rankingId: number;
	leafCount: number;
	voteCount: number;
	tickets: number;
	earned: number;
	purchased: number;
}

/**
 * Gives indexes to these batches, but for those of `waiting` rankings. In a log, batches of votes come before those of voids
 * and restores, each in the order of their numbers: what undoes a vote comes after it.
 * Returns the number of batches.
 */
export async function giveIndexes(tx: Tx, known: readonly WaitingBatch[], waiting: readonly number[]): Promise<number> {
	if (known.length === 0) return 0;
	const batches = await tx.query<Counted>({
		name: 'select_batches_to_index',
		text: `select batch_id as "batchId", shard, ranking_id as "rankingId", leaf_count as "leafCount",
				vote_count as "voteCount", tickets, gems_earned as earned, gems_purchased as purchased
			from log_batch where batch_id = any ($1::bigint[]) and first_index is null and ranking_id <> all ($2::integer[])
			order by vote_count = 0, batch_id`,
		values: [known.map(({ batchId }) => batchId), waiting],
	});
	if (batches.length === 0) return 0;
	const sizes = await growLogs(tx, batches);
	const indexed = batches.flatMap((batch) => {
		const size = sizes.get(batch.rankingId);
		// Leaves of a ranking without a log wait until it has one.
		if (size === undefined) return [];
		sizes.set(batch.rankingId, size + batch.leafCount);
		return [{ ...batch, firstIndex: size }];
	});
	for (const [shard, own] of Map.groupBy(indexed, (batch) => batch.shard)) await keepIndexes(tx, shard, own);
	return indexed.length;
}

/** Returns the size of each log before, by ranking. */
async function growLogs(tx: Tx, batches: readonly Counted[]): Promise<Map<number, number>> {
	const rows = await tx.query<{ rankingId: number; size: number }>({
		name: 'grow_logs',
		text: `update vote_log set size = size + leaves, vote_count = vote_log.vote_count + votes,
				tickets = vote_log.tickets + added.tickets, gems_earned = vote_log.gems_earned + added.earned,
				gems_purchased = vote_log.gems_purchased + added.purchased
			from (
				select ranking_id, sum(leaves) as leaves, sum(votes) as votes, sum(tickets) as tickets, sum(earned) as earned,
					sum(purchased) as purchased
				from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
					as batch (ranking_id, leaves, votes, tickets, earned, purchased)
				group by ranking_id
			) added
			where vote_log.ranking_id = added.ranking_id
			returning vote_log.ranking_id as "rankingId", old.size`,
		values: [
			batches.map(({ rankingId }) => rankingId),
			batches.map(({ leafCount }) => leafCount),
			batches.map(({ voteCount }) => voteCount),
			batches.map(({ tickets }) => tickets),
			batches.map(({ earned }) => earned),
			batches.map(({ purchased }) => purchased),
		],
	});
	return new Map(rows.map(({ rankingId, size }) => [rankingId, size]));
}

async function keepIndexes(
	tx: Tx,
	shard: number,
	batches: readonly { batchId: number; firstIndex: number }[],
): Promise<void> {
	await tx.query({
		name: 'keep_indexes',
		text: `update log_batch set first_index = given.first_index
			from unnest($2::bigint[], $3::bigint[]) as given (batch_id, first_index)
			where log_batch.shard = $1 and log_batch.batch_id = given.batch_id`,
		values: [shard, batches.map(({ batchId }) => batchId), batches.map(({ firstIndex }) => firstIndex)],
	});
}

/** Adds leaves of the sequencer's own at the end of a locked log. */
export async function appendLeaves(tx: Tx, rankingId: number, leaves: Uint8Array, count: number): Promise<void> {
	const log = await maybeOne<{ size: number }>(tx, {
		text: 'update vote_log set size = size + $2 where ranking_id = $1 returning old.size',
		values: [rankingId, count],
	});
	if (!log) return;
	await tx.query({
		text: `insert into log_batch (ranking_id, leaves, leaf_count, vote_count, first_index) values ($1, $2, $3, 0, $4)`,
		values: [rankingId, leaves, count, log.size],
	});
}
