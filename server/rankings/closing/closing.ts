/**
 * Ends rankings: closes a ranking at its last instant, and certifies its result after the review. Also pauses rankings.
 */
import { readClockDifference } from '#server/db/clock.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import * as sql from './sql.ts';
import { blockBatches, lockRankingAlone } from './lock.ts';
import { recordResult } from '../race/race.ts';
import { ranked } from '../rules.ts';

/**
 * Closes rankings that have ended, and certifies those whose review is over. Runs every minute. Voting ends by the
 * clock alone, not by this job.
 */
export async function closeAndCertify(db: Database): Promise<void> {
	const certify = async () => runAllSettled(await sql.selectToCertify(db), (id) => certifyRanking(db, id));
	// The job fails and is seen until somebody sets the clock: a ranking that is closed never opens again.
	if (await isClockAhead(db)) throw new Error('No ranking is closed while the clock of the database is ahead');
	await runAllSettled([() => closeEnded(db), certify], (step) => step());
}

/** More than clocks that follow time servers ever differ. */
const AHEAD_MAX_S = 60;

/** A clock that jumped ahead ends rankings before their time. Votes are refused then, and go on once the clock is right. */
async function isClockAhead(db: Database): Promise<boolean> {
	return (await readClockDifference(db)) > AHEAD_MAX_S;
}

/** Closes rankings that have ended. The first vote that arrives too late triggers it, else the job. */
export async function closeEnded(db: Database): Promise<void> {
	if (await isClockAhead(db)) return;
	await runAllSettled(await sql.selectToClose(db), (rankingId) => closeRanking(db, rankingId));
}

/**
 * Closes a ranking. When this returns, every accepted vote is committed and no other will be accepted.
 * @returns false if the ranking was closed already
 * @throws {pg.DatabaseError} 55P03, `lock_not_available`, if the batches in flight do not end. The call may be retried
 */
export function closeRanking(db: Database, rankingId: number): Promise<boolean> {
	return db.transaction(async (tx) => {
		await blockBatches(tx, rankingId);
		const closed = await sql.insertClosing(tx, rankingId);
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

/** Records what the site itself did to a ranking. */
async function recordOwn(tx: Tx, action: string, rankingId: number): Promise<void> {
	await record(tx, null, { action, target: `ranking:${await sql.selectKey(tx, rankingId)}` });
}

/** Does the same within a larger transaction. @throws {Problem} case_open */
export async function certifyIn(tx: Tx, rankingId: number): Promise<void> {
	await lockRankingAlone(tx, rankingId);
	if (await sql.hasOpenCase(tx, rankingId)) throw new Problem('case_open');
	await sql.insertResult(tx, rankingId, ranked(await sql.selectTallies(tx, rankingId)));
	await recordResult(tx, rankingId);
}

/** Stops voting until the ranking is resumed. When this returns, every vote accepted before is committed. */
export async function pauseIn(tx: Tx, rankingId: number, reason: string): Promise<void> {
	await lockRankingAlone(tx, rankingId);
	await sql.insertPause(tx, rankingId, reason);
}

/** Without the lock, a batch that read its clock during the pause could cast a vote with that time after it. */
export async function resumeIn(tx: Tx, rankingId: number): Promise<void> {
	await lockRankingAlone(tx, rankingId);
	await sql.endPause(tx, rankingId);
}
