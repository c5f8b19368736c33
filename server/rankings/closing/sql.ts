/** Statements that pause, close and certify rankings. */
import type { Db, Tx } from '#server/kernel/database.ts';
import { epochMs, sql } from '#server/kernel/sql.ts';
import type { Standing } from '../rules.ts';

export function selectToClose(db: Db): Promise<number[]> {
	return sql`select ranking_id as "rankingId" from ranking where ends_at <= lightstick_now()
		and published_at is not null
		and not exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id)`.column(db);
}

/** Returns false if the ranking is closed already. */
export function insertClosing(tx: Tx, rankingId: number): Promise<boolean> {
	return sql`insert into ranking_closing (ranking_id, closed_at) values (${rankingId}, lightstick_now())
		on conflict do nothing returning ranking_id`.exists(tx);
}

export function selectKey(tx: Tx, rankingId: number): Promise<string> {
	return sql`select ranking_key from ranking where ranking_id = ${rankingId}`.value(tx);
}

// Votes that may still be voided or restored: a case that has not ended, or a decision that a job still carries out.
const CASE_IS_OPEN = sql`exists (
	select from vote_case where vote_case.ranking_id = ranking.ranking_id
		and not exists (select from vote_case_end ending where ending.case_id = vote_case.case_id)
	union all
	select from vote_case_work work join vote_case using (case_id)
		where vote_case.ranking_id = ranking.ranking_id and finished_at is null)`;

/** Returns true if an open case holds votes of the ranking, so that a result would include them. */
export function hasOpenCase(tx: Tx, rankingId: number): Promise<boolean> {
	return sql`select from ranking where ranking_id = ${rankingId} and ${CASE_IS_OPEN}`.exists(tx);
}

/** Returns closed rankings whose review is over and that have no open case. */
export function selectToCertify(db: Db): Promise<number[]> {
	return sql`select ranking_id as "rankingId" from ranking join ranking_closing closing using (ranking_id)
		where closing.closed_at + make_interval(hours => review_hours) <= lightstick_now()
			and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
			and not ${CASE_IS_OPEN}`.column(db);
}

/**
 * Sums the tallies of the listed artists. It does not read `standing`: under the ranking's exclusive lock, the tallies
 * are exact.
 */
export function selectTallies(tx: Tx, rankingId: number): Promise<Standing[]> {
	return sql`select entry.artist_id as "artistId", coalesce(sum(tickets), 0)::bigint as tickets,
			coalesce(max(${epochMs('last_vote_at')}), 0) as "reachedAt"
		from ranking_entry entry left join tally using (ranking_id, artist_id)
		where entry.ranking_id = ${rankingId} and entry.hidden_at is null group by entry.artist_id`.all(tx);
}

/** Writes the final list, unless there is one. */
export async function insertResult(
	tx: Tx,
	rankingId: number,
	entries: readonly (Standing & { rank: number })[],
): Promise<void> {
	const total = entries.reduce((sum, { tickets }) => sum + tickets, 0);
	const isNew = await sql`insert into ranking_result (ranking_id, certified_at, total_tickets)
		values (${rankingId}, lightstick_now(), ${total}) on conflict do nothing returning ranking_id`.exists(tx);
	if (!isNew) return;
	await sql`insert into ranking_result_entry (ranking_id, rank, artist_id, tickets, en_name, native_name, native_lang,
			sub_title)
		select ${rankingId}, rank, artist_id, tickets, en_name, native_name, native_lang, sub_title
		from jsonb_to_recordset(${JSON.stringify(entries)}) as entry (rank integer, "artistId" integer, tickets bigint)
		join artist on artist_id = "artistId"`.run(tx);
}

/** Has the precision of vote times, so that the first vote after a pause is not earlier than its end. */
const TO_THE_MILLISECOND = sql`date_trunc('milliseconds', lightstick_now())`;

export function insertPause(tx: Tx, rankingId: number, reason: string): Promise<void> {
	return sql`insert into ranking_pause (ranking_id, paused_at, reason)
		values (${rankingId}, ${TO_THE_MILLISECOND}, ${reason})
		on conflict do nothing`.run(tx);
}

export function endPause(tx: Tx, rankingId: number): Promise<void> {
	return sql`update ranking_pause set ended_at = ${TO_THE_MILLISECOND} where ranking_id = ${rankingId}
		and ended_at is null`.run(tx);
}
