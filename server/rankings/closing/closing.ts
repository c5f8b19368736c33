/** Ends a ranking: closes it at its last instant, then review, then final certification. Also pauses it. */
import type { Database, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { eachByItself } from '#server/jobs/each.ts';
import * as sql from './sql.ts';
import { lockRankingAlone } from './lock.ts';
import { ranked } from '../rules.ts';
import { selectStandings } from '../sql.ts';

/** Closes what has ended and certifies what has been reviewed. Run every minute; the clock alone ended the voting. */
export async function closeAndCertify(db: Database): Promise<void> {
	const certify = async () => eachByItself(await sql.selectToCertify(db), (id) => certifyRanking(db, id));
	await eachByItself([() => closeEnded(db), certify], (step) => step());
}

/** Closes what has ended. The first vote that comes too late does it too. */
export async function closeEnded(db: Database): Promise<void> {
	await eachByItself(await sql.selectToClose(db), (rankingId) => closeRanking(db, rankingId));
}

/** When this returns, every vote that was accepted is committed and no other will be. */
export function closeRanking(db: Database, rankingId: number): Promise<boolean> {
	return db.transaction(async (tx) => {
		await lockRankingAlone(tx, rankingId);
		return sql.insertClosing(tx, rankingId);
	});
}

/** Writes the final list from the tallies. It never changes: a later void makes an amended result beside it. */
export async function certifyRanking(db: Database, rankingId: number): Promise<void> {
	await db.transaction((tx) => certifyIn(tx, rankingId));
}

/** The same as part of a larger change. @throws {Problem} case_open */
export async function certifyIn(tx: Tx, rankingId: number): Promise<void> {
	await lockRankingAlone(tx, rankingId);
	if (await sql.hasOpenCase(tx, rankingId)) throw new Problem('case_open');
	await sql.insertResult(tx, rankingId, ranked(await selectStandings(tx, rankingId)));
}

/** Takes no votes until resumed. Votes that were accepted before it are committed when this returns. */
export async function pauseIn(tx: Tx, rankingId: number, reason: string): Promise<void> {
	await lockRankingAlone(tx, rankingId);
	await sql.insertPause(tx, rankingId, reason);
}

export async function resumeIn(tx: Tx, rankingId: number): Promise<void> {
	await lockRankingAlone(tx, rankingId);
	await sql.endPause(tx, rankingId);
}
