/** Statements that give leaves their indexes. They share one snapshot: see sequencer.ts. */
import { epochSeconds, raw, sql, type Tx } from '#server/kernel/database.ts';
import type { OpenRules } from '#public-log/format/ranking-json.ts';

/**
 * Makes the transaction read one state of the database from its first statement to its last. Of two sequencers that
 * change a log at once, the second fails with 40001.
 */
export async function readOneSnapshot(tx: Tx): Promise<void> {
	await sql`set transaction isolation level repeatable read`.run(tx);
}

export interface RankingRules {
	rankingId: number;
	rankingKey: string;
	version: number;
	entriesVersion: number;
	/** The rules in the log, as canonical JSON; null if the ranking has no log yet. */
	logged: string | null;
	/** The rules of today, as far as they are the ranking's own. */
	rules: Omit<OpenRules, 'objection_seconds' | 'reason' | 'pseudonyms' | 'candidates' | 'extensions'>;
}

/** Published rankings that have begun, whose rules are not in a log yet, or may have changed since. */
export const selectUnloggedRules = (tx: Tx): Promise<RankingRules[]> =>
	sql`select ranking_id as "rankingId", ranking_key as "rankingKey", version,
			ranking.entries_version as "entriesVersion", vote_log.rules as logged, json_build_object(
				'ranking', ranking_key, 'at', ${epochSeconds('lightstick_now()')}, 'type', ranking_type,
				'title', title, 'starts_at', ${epochSeconds('starts_at')}, 'ends_at', ${epochSeconds('ends_at')},
				'gems_per_vote', gems_per_vote, 'votes_per_fan_max', votes_per_fan_max, 'review_seconds', review_hours * 3600
			) as rules
		from ranking left join vote_log using (ranking_id)
		where ranking.published_at is not null and starts_at <= lightstick_now() and closed_at is null and (
			vote_log.rules is null or (version, ranking.entries_version) <> (ranking_version, vote_log.entries_version)
		)
		order by ranking_id`
		.prepared('select_unlogged_rules')
		.all<RankingRules>(tx);

export interface Candidate {
	artistId: number;
	/** In English, and in the artist's own language if there is one. */
	names: string[];
}

/** Hidden ones too: what they were given counts. */
export const selectCandidates = (tx: Tx, rankingId: number): Promise<Candidate[]> =>
	sql`select artist_id as "artistId", array_remove(array[en_name, native_name], null) as names
		from ranking_entry join artist using (artist_id) where ranking_id = ${rankingId}
		order by artist_id`.all<Candidate>(tx);

/** Keeps the rules that a leaf says, and makes the log where there is none. */
export async function keepRules(
	tx: Tx,
	{ rankingId, version, entriesVersion }: RankingRules,
	rules: string,
): Promise<void> {
	await sql`insert into vote_log (ranking_id, ranking_version, entries_version, rules)
		values (${rankingId}, ${version}, ${entriesVersion}, ${rules})
		on conflict (ranking_id) do update set ranking_version = ${version},
			entries_version = ${entriesVersion}, rules = ${rules}`.run(tx);
}

/**
 * Gives indexes to all batches that the snapshot holds, in the order of their numbers, but for those of `waiting` rankings.
 * Returns the number of batches.
 */
export const giveIndexes = (tx: Tx, waiting: readonly number[]): Promise<number> =>
	sql`with waiting as (
			select batch_id, ranking_id, leaf_count, log_batch.vote_count, log_batch.tickets, log_batch.gems_earned,
				log_batch.gems_purchased,
				sum(leaf_count) over (partition by ranking_id order by batch_id) - leaf_count as before
			from log_batch join vote_log using (ranking_id)
			where first_index is null and ranking_id <> all (${waiting})
		),
		grown as (
			update vote_log set size = size + leaves, vote_count = vote_log.vote_count + votes,
				tickets = vote_log.tickets + added.tickets, gems_earned = vote_log.gems_earned + added.earned,
				gems_purchased = vote_log.gems_purchased + added.purchased
			from (
				select ranking_id, sum(leaf_count) as leaves, sum(vote_count) as votes, sum(tickets) as tickets,
					sum(gems_earned) as earned, sum(gems_purchased) as purchased
				from waiting group by ranking_id
			) added
			where vote_log.ranking_id = added.ranking_id
			returning vote_log.ranking_id, old.size
		),
		indexed as (
			update log_batch set first_index = grown.size + before from waiting join grown using (ranking_id)
			where log_batch.batch_id = waiting.batch_id
		)
		select count(*) from waiting`
		.prepared('give_indexes')
		.value(tx);

/** Adds leaves of the sequencer's own at the end of a locked log. */
export async function appendLeaves(tx: Tx, rankingId: number, leaves: Uint8Array, count: number): Promise<void> {
	await sql`with grown as (
			update vote_log set size = size + ${count} where ranking_id = ${rankingId} returning old.size
		)
		insert into log_batch (ranking_id, leaves, leaf_count, vote_count, first_index)
		select ${rankingId}, ${leaves}, ${count}, 0, size from grown`.run(tx);
}

export interface Closable {
	rankingId: number;
	rankingKey: string;
	/** Epoch seconds. */
	closedAt: number;
	votes: number;
}

/**
 * Logs of closed rankings whose votes all have an index. A ranking is closed when every accepted vote is committed: a
 * snapshot with the closing holds all of its votes.
 */
export const selectClosable = (tx: Tx): Promise<Closable[]> =>
	sql`select ranking_id as "rankingId", ranking_key as "rankingKey",
			${epochSeconds('ranking_closing.closed_at')} as "closedAt", vote_count as votes
		from vote_log join ranking using (ranking_id) join ranking_closing using (ranking_id)
		where vote_log.closed_at is null and not exists (
			select from log_batch where log_batch.ranking_id = vote_log.ranking_id and first_index is null
		)
		order by ranking_id`.all<Closable>(tx);

/** Notes that the log holds the close of voting, or the result. */
export async function mark(tx: Tx, rankingId: number, column: 'closed_at' | 'certified_at'): Promise<void> {
	await sql`update vote_log set ${raw(column)} = lightstick_now() where ranking_id = ${rankingId}`.run(tx);
}

export interface Certified {
	rankingId: number;
	rankingKey: string;
	size: number;
	root: Buffer;
}

/**
 * Closed logs of certified rankings, all of whose leaves are published. A ranking is certified when no void is under way:
 * a snapshot with the result holds all of its voids.
 */
export const selectCertified = (tx: Tx): Promise<Certified[]> =>
	sql`select vote_log.ranking_id as "rankingId", ranking_key as "rankingKey", vote_log.size, root
		from vote_log join ranking using (ranking_id)
		join log_checkpoint on log_checkpoint.ranking_id = vote_log.ranking_id and log_checkpoint.size = vote_log.size
		where vote_log.closed_at is not null and vote_log.certified_at is null and published_size = vote_log.size
			and exists (select from ranking_result result where result.ranking_id = vote_log.ranking_id)
			and not exists (
				select from log_batch where log_batch.ranking_id = vote_log.ranking_id and first_index is null
			)
		order by vote_log.ranking_id`.all<Certified>(tx);

export interface TallyRow {
	artistId: number;
	/** Null: hidden at the end. Its votes were given, but it is not in the result. */
	rank: number | null;
	counted: number;
	voided: number;
	restored: number;
}

/** Everybody who could be voted for, in the order of the result, with what was voided and restored. */
export const selectTally = (tx: Tx, rankingId: number): Promise<TallyRow[]> =>
	sql`select entry.artist_id as "artistId", rank, coalesce(gone.voided, 0)::bigint as voided,
			coalesce(gone.restored, 0)::bigint as restored, coalesce((
				select sum(tickets) from tally where tally.ranking_id = ${rankingId}
					and tally.artist_id = entry.artist_id
			), 0)::bigint as counted
		from ranking_entry entry left join ranking_result_entry using (ranking_id, artist_id)
		left join (
			select vote_void.artist_id, sum(vote_void.tickets) as voided, sum(vote_restore.tickets) as restored
			from vote_case join vote_void using (case_id)
			left join vote_restore using (case_id, fan_id, idempotency_key)
			where vote_case.ranking_id = ${rankingId} group by vote_void.artist_id
		) gone on gone.artist_id = entry.artist_id
		where entry.ranking_id = ${rankingId} order by rank, entry.artist_id`.all<TallyRow>(tx);
