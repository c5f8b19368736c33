/** Ends rankings: closes them at their last instant, and certifies results after the review. Also pauses them. */
import { readClockDifference } from '#server/kernel/site-times.ts';
import { type Database, type Tx, type Db, epochMs, sql, raw, LOCKS } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { recordResult } from '../race/race.ts';
import { ranked, type Standing } from '../rules.ts';
import pg from 'pg';
import { SILENCE_UNDER_RANKING_LOCK_MS } from '#server/db/connect.ts';

/** Runs every minute. Voting ends by the clock alone, not by this job. */
export async function closeAndCertify(db: Database): Promise<void> {
	const certify = async () => runAllSettled(await selectToCertify(db), (id) => certifyRanking(db, id));
	// The job fails and is seen until somebody sets the clock: a ranking that is closed never opens again.
	if (await isClockAhead(db)) throw new Error('No ranking is closed while the clock of the database is ahead');
	await runAllSettled([() => closeEnded(db), certify], (step) => step());
}

/** More than clocks that follow time servers ever differ. */
const AHEAD_MAX_S = 60;

/** A clock that jumped ahead ends rankings before their time. Votes are refused then, and go on once the clock is right. */
const isClockAhead = async (db: Database): Promise<boolean> => (await readClockDifference(db)) > AHEAD_MAX_S;

/** Closes rankings that have ended. The first vote that arrives too late triggers it, else the job. */
export async function closeEnded(db: Database): Promise<void> {
	if (await isClockAhead(db)) return;
	await runAllSettled(await selectToClose(db), (rankingId) => closeRanking(db, rankingId));
}

/**
 * Closes a ranking. When this returns, every accepted vote is committed and no other will be accepted.
 * @returns false if the ranking was closed already
 * @throws {pg.DatabaseError} 55P03, `lock_not_available`, if the batches in flight do not end. The call may be retried
 */
export function closeRanking(db: Database, rankingId: number): Promise<boolean> {
	return db.transaction(async (tx) => {
		await blockBatches(tx, rankingId);
		const closed = await sql`insert into ranking_closing (ranking_id, closed_at) values (${rankingId}, lightstick_now())
		on conflict do nothing returning ranking_id`.exists(tx);
		if (closed) await recordOwn(tx, 'ranking.close', rankingId);
		return closed;
	});
}

/** Writes the final list from the tallies. The list never changes: no vote is voided or restored after it. */
export async function certifyRanking(db: Database, rankingId: number): Promise<void> {
	await db.transaction(async (tx) => {
		await certifyIn(tx, rankingId);
		await recordOwn(tx, 'ranking.certify', rankingId);
	});
}

async function recordOwn(tx: Tx, action: string, rankingId: number): Promise<void> {
	await record(tx, null, { action, target: `ranking:${await selectKey(tx, rankingId)}` });
}

/** Does the same within a larger transaction. @throws {Problem} case_open */
export async function certifyIn(tx: Tx, rankingId: number): Promise<void> {
	await lockRankingAlone(tx, rankingId);
	if (await hasOpenCase(tx, rankingId)) throw new Problem('case_open');
	await insertResult(tx, rankingId, ranked(await selectTallies(tx, rankingId)));
	await recordResult(tx, rankingId);
}

/** Stops voting until the ranking is resumed. When this returns, every vote accepted before is committed. */
export async function pauseIn(tx: Tx, rankingId: number, reason: string): Promise<void> {
	await lockRankingAlone(tx, rankingId);
	await sql`insert into ranking_pause (ranking_id, paused_at, reason)
		values (${rankingId}, ${TO_THE_MILLISECOND}, ${reason})
		on conflict do nothing`.run(tx);
}

/** Without the lock, a batch that read its clock during the pause could cast a vote with that time after it. */
export async function resumeIn(tx: Tx, rankingId: number): Promise<void> {
	await lockRankingAlone(tx, rankingId);
	await sql`update ranking_pause set ended_at = ${TO_THE_MILLISECOND} where ranking_id = ${rankingId}
		and ended_at is null`.run(tx);
}

const selectToClose = (db: Db): Promise<number[]> =>
	sql`select ranking_id as "rankingId" from ranking where ends_at <= lightstick_now()
		and published_at is not null
		and not exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id)`.column(db);

const selectKey = (tx: Tx, rankingId: number): Promise<string> =>
	sql`select ranking_key from ranking where ranking_id = ${rankingId}`.value(tx);

// Votes that may still be voided or restored: a case that has not ended, or a decision that a job still carries out.
const CASE_IS_OPEN = sql`exists (
	select from vote_case where vote_case.ranking_id = ranking.ranking_id
		and not exists (select from vote_case_end ending where ending.case_id = vote_case.case_id)
	union all
	select from vote_case_work work join vote_case using (case_id)
		where vote_case.ranking_id = ranking.ranking_id and finished_at is null)`;

/** Returns true if an open case holds votes of the ranking, so that a result would include them. */
export const hasOpenCase = (tx: Tx, rankingId: number): Promise<boolean> =>
	sql`select from ranking where ranking_id = ${rankingId} and ${CASE_IS_OPEN}`.exists(tx);

/** Returns closed rankings whose review is over and that have no open case. */
const selectToCertify = (db: Db): Promise<number[]> =>
	sql`select ranking_id as "rankingId" from ranking join ranking_closing closing using (ranking_id)
		where closing.closed_at + make_interval(hours => review_hours) <= lightstick_now()
			and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
			and not ${CASE_IS_OPEN}`.column(db);

/** Not from `standing`: under the ranking's exclusive lock, the tallies are exact. */
const selectTallies = (tx: Tx, rankingId: number): Promise<Standing[]> =>
	sql`select entry.artist_id, coalesce(sum(tickets), 0)::bigint as tickets,
			coalesce(max(${epochMs('last_vote_at')}), 0) as "reachedAt"
		from ranking_entry entry left join tally using (ranking_id, artist_id)
		where entry.ranking_id = ${rankingId} and entry.hidden_at is null group by entry.artist_id`.all(tx);

async function insertResult(tx: Tx, rankingId: number, entries: readonly (Standing & { rank: number })[]) {
	const total = entries.reduce((sum, { tickets }) => sum + tickets, 0);
	const isNew = await sql`insert into ranking_result (ranking_id, certified_at, total_tickets)
		values (${rankingId}, lightstick_now(), ${total}) on conflict do nothing returning ranking_id`.exists(tx);
	if (!isNew) return;
	await sql`insert into ranking_result_entry (ranking_id, rank, artist_id, tickets, en_name, native_name, native_lang,
			sub_title)
		select ${rankingId}, rank, artist_id, tickets, en_name, native_name, native_lang, sub_title
		from jsonb_to_recordset(${JSON.stringify(entries)}) as entry (rank integer, artist_id integer, tickets bigint)
		join artist using (artist_id)`.run(tx);
}

/** Has the precision of vote times, so that the first vote after a pause is not earlier than its end. */
const TO_THE_MILLISECOND = sql`date_trunc('milliseconds', lightstick_now())`;

/**
 * The lock on a ranking. A batch of votes shares it until it has committed; closing, pausing and resuming take it
 * exclusively. So every accepted vote is committed before a result is read, and no vote is accepted after it.
 *
 * It is the first lock that a transaction takes, before wallets and tallies. The database soon ends a transaction that
 * holds it and falls silent. A process that stops in the middle therefore delays neither the closing nor the count.
 */

/** New batches queue behind a waiting exclusive lock. Each wait is short, so that batches get through in between. */
const TRY_MS = 400;
const TRIES = 5;

/** Keeps other operators out until the transaction ends; batches go on. Returns false if the ranking was deleted. */
export const lockRanking = (tx: Tx, rankingId: number): Promise<boolean> =>
	sql`select from ranking where ranking_id = ${rankingId} for no key update`.exists(tx);

/**
 * Locks the ranking against other operators and against batches of votes.
 * @returns false if the ranking was deleted, perhaps while this call waited for it
 * @throws {pg.DatabaseError} 55P03, `lock_not_available`, after two seconds. The call may be retried
 */
export async function lockRankingAlone(tx: Tx, rankingId: number): Promise<boolean> {
	if (!(await lockRanking(tx, rankingId))) return false;
	await blockBatches(tx, rankingId);
	return true;
}

/** Waits for batches in flight, blocks new ones. @throws {pg.DatabaseError} 55P03 after two seconds: retry */
async function blockBatches(tx: Tx, rankingId: number): Promise<void> {
	await limitIdleTime(tx);
	await sql`set local lock_timeout = ${raw(TRY_MS)}`.run(tx);
	await sql`savepoint ranking_lock`.run(tx);
	for (let tries = 1; ; tries += 1) {
		try {
			await lockKey(tx, 'pg_advisory_xact_lock', rankingId);
			break;
		} catch (error) {
			if (!(error instanceof pg.DatabaseError && error.code === '55P03') || tries === TRIES) throw error;
			await sql`rollback to savepoint ranking_lock`.run(tx);
		}
	}
	await sql`set local lock_timeout to default`.run(tx);
}

/** No one can pause, change or certify the ranking until the transaction ends. Batches of votes go on. */
export async function shareRanking(tx: Tx, rankingId: number): Promise<void> {
	await limitIdleTime(tx);
	await sql`select from ranking where ranking_id = ${rankingId} for share`.run(tx);
}

/** Takes the lock as a batch of votes does: what waits for the batches waits for this transaction, too. */
export async function joinBatches(tx: Tx, rankingId: number): Promise<void> {
	await limitIdleTime(tx);
	await lockKey(tx, 'pg_advisory_xact_lock_shared', rankingId);
}

const lockKey = (tx: Tx, lock: string, rankingId: number): Promise<void> =>
	sql`select ${raw(lock)}(${LOCKS.ranking}, hashtext(ranking_key)) from ranking
		where ranking_id = ${rankingId}`.run(tx);

const limitIdleTime = (tx: Tx): Promise<void> =>
	sql`set local idle_in_transaction_session_timeout = ${raw(SILENCE_UNDER_RANKING_LOCK_MS)}`.run(tx);
