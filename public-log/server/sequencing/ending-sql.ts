/** Statements for the leaves that end a log: the closing and the result. */
import type { Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

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
export function selectClosable(tx: Tx): Promise<Closable[]> {
	return tx.query<Closable>({
		text: `select ranking_id as "rankingId", ranking_key as "rankingKey",
				${epochSeconds('ranking_closing.closed_at')} as "closedAt", vote_count as votes
			from vote_log join ranking using (ranking_id) join ranking_closing using (ranking_id)
			where vote_log.closed_at is null and not exists (
				select from log_batch where log_batch.ranking_id = vote_log.ranking_id and first_index is null
			)
			order by ranking_id`,
	});
}

export async function markClosed(tx: Tx, rankingId: number): Promise<void> {
	await tx.query({
		text: 'update vote_log set closed_at = lightstick_now() where ranking_id = $1',
		values: [rankingId],
	});
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
export function selectCertified(tx: Tx): Promise<Certified[]> {
	return tx.query<Certified>({
		text: `select vote_log.ranking_id as "rankingId", ranking_key as "rankingKey", vote_log.size, root
			from vote_log join ranking using (ranking_id)
			join log_checkpoint on log_checkpoint.ranking_id = vote_log.ranking_id and log_checkpoint.size = vote_log.size
			where vote_log.closed_at is not null and vote_log.certified_at is null and published_size = vote_log.size
				and exists (select from ranking_result result where result.ranking_id = vote_log.ranking_id)
				and not exists (
					select from log_batch where log_batch.ranking_id = vote_log.ranking_id and first_index is null
				)
			order by vote_log.ranking_id`,
	});
}

export interface TallyRow {
	artistId: number;
	/** Null: hidden at the end. Its votes were given, but it is not in the result. */
	rank: number | null;
	counted: number;
	voided: number;
	restored: number;
}

/** Everybody who could be voted for, in the order of the result, with what was voided and restored. */
export function selectTally(tx: Tx, rankingId: number): Promise<TallyRow[]> {
	return tx.query<TallyRow>({
		text: `select entry.artist_id as "artistId", rank, coalesce(gone.voided, 0)::bigint as voided,
				coalesce(gone.restored, 0)::bigint as restored, coalesce((
					select sum(tickets) from tally where tally.ranking_id = $1 and tally.artist_id = entry.artist_id
				), 0)::bigint as counted
			from ranking_entry entry left join ranking_result_entry using (ranking_id, artist_id)
			left join (
				select vote_void.artist_id, sum(vote_void.tickets) as voided, sum(vote_restore.tickets) as restored
				from vote_case join vote_void using (case_id)
				left join vote_restore using (case_id, fan_id, idempotency_key)
				where vote_case.ranking_id = $1 group by vote_void.artist_id
			) gone on gone.artist_id = entry.artist_id
			where entry.ranking_id = $1 order by rank, entry.artist_id`,
		values: [rankingId],
	});
}

export async function markCertified(tx: Tx, rankingId: number): Promise<void> {
	await tx.query({
		text: 'update vote_log set certified_at = lightstick_now() where ranking_id = $1',
		values: [rankingId],
	});
}
