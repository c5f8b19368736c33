/** Statements that pause, close and certify rankings. */
import { maybeOne, type Db, type Tx } from '#server/kernel/database.ts';
import { epochMs } from '#server/kernel/epoch.ts';
import type { Standing } from '../rules.ts';

export async function selectToClose(db: Db): Promise<number[]> {
	const rows = await db.query<{ rankingId: number }>({
		text: `select ranking_id as "rankingId" from ranking where ends_at <= lightstick_now() and published_at is not null
			and not exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id)`,
	});
	return rows.map(({ rankingId }) => rankingId);
}

/** Returns false if the ranking is closed already. */
export async function insertClosing(tx: Tx, rankingId: number): Promise<boolean> {
	const row = await maybeOne(tx, {
		text: `insert into ranking_closing (ranking_id, closed_at) values ($1, lightstick_now())
			on conflict do nothing returning ranking_id`,
		values: [rankingId],
	});
	return row !== null;
}

// Votes that may still be voided or restored: a case that has not ended, or a decision that a job still carries out.
const CASE_IS_OPEN = `exists (
	select from vote_case where vote_case.ranking_id = ranking.ranking_id
		and not exists (select from vote_case_end ending where ending.case_id = vote_case.case_id)
	union all
	select from vote_case_work work join vote_case using (case_id)
		where vote_case.ranking_id = ranking.ranking_id and finished_at is null)`;

/** Returns true if an open case holds votes of the ranking, so that a result would include them. */
export async function hasOpenCase(tx: Tx, rankingId: number): Promise<boolean> {
	const row = await maybeOne<{ open: boolean }>(tx, {
		text: `select ${CASE_IS_OPEN} as open from ranking where ranking_id = $1`,
		values: [rankingId],
	});
	return row?.open ?? false;
}

/** Returns closed rankings whose review is over and that have no open case. */
export async function selectToCertify(db: Db): Promise<number[]> {
	const rows = await db.query<{ rankingId: number }>({
		text: `select ranking_id as "rankingId" from ranking join ranking_closing closing using (ranking_id)
			where closing.closed_at + make_interval(hours => review_hours) <= lightstick_now()
				and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
				and not ${CASE_IS_OPEN}`,
	});
	return rows.map(({ rankingId }) => rankingId);
}

/**
 * Sums the tallies of the listed artists. It does not read `standing`: under the ranking's exclusive lock, the tallies
 * are exact.
 */
export function selectTallies(tx: Tx, rankingId: number): Promise<Standing[]> {
	return tx.query<Standing>({
		text: `select entry.artist_id as "artistId", coalesce(sum(tickets), 0)::bigint as tickets,
				coalesce(max(${epochMs('last_vote_at')}), 0) as "reachedAt"
			from ranking_entry entry left join tally using (ranking_id, artist_id)
			where entry.ranking_id = $1 and entry.hidden_at is null group by entry.artist_id`,
		values: [rankingId],
	});
}

export interface FinalEntry {
	rank: number;
	artistId: number;
	tickets: number;
}

/** Writes the final list, unless there is one. */
export async function insertResult(tx: Tx, rankingId: number, entries: readonly FinalEntry[]): Promise<void> {
	const total = entries.reduce((sum, { tickets }) => sum + tickets, 0);
	const row = await maybeOne(tx, {
		text: `insert into ranking_result (ranking_id, certified_at, total_tickets) values ($1, lightstick_now(), $2)
			on conflict do nothing returning ranking_id`,
		values: [rankingId, total],
	});
	if (!row) return;
	await tx.query({
		text: `insert into ranking_result_entry (ranking_id, rank, artist_id, tickets)
			select $1, rank, artist_id, tickets
			from unnest($2::integer[], $3::integer[], $4::bigint[]) as entry (rank, artist_id, tickets)`,
		values: [
			rankingId,
			entries.map(({ rank }) => rank),
			entries.map(({ artistId }) => artistId),
			entries.map(({ tickets }) => tickets),
		],
	});
}

/** Has the precision of vote times, so that the first vote after a pause is not earlier than its end. */
const TO_THE_MILLISECOND = `date_trunc('milliseconds', lightstick_now())`;

export async function insertPause(tx: Tx, rankingId: number, reason: string): Promise<void> {
	await tx.query({
		text: `insert into ranking_pause (ranking_id, paused_at, reason) values ($1, ${TO_THE_MILLISECOND}, $2)
			on conflict do nothing`,
		values: [rankingId, reason],
	});
}

export async function endPause(tx: Tx, rankingId: number): Promise<void> {
	await tx.query({
		text: `update ranking_pause set ended_at = ${TO_THE_MILLISECOND} where ranking_id = $1 and ended_at is null`,
		values: [rankingId],
	});
}
