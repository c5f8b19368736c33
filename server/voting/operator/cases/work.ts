/** Carries decisions out in batches, each a transaction with its progress: the next run continues behind a dead process. */
import { type Database, type Tx, sql } from '#server/kernel/database.ts';
import { runAllSettled } from '#server/jobs/each.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { writeEntries, type NewEntry } from '#server/gems/gems.ts';
import { joinBatches } from '#server/rankings/closing/closing.ts';
import { consequences, settleRestores, settleVoids, type CaseVote, type Settled } from './rules.ts';
import * as batchSql from './batch-sql.ts';
import { insertEnd } from './sql.ts';
import { logSettled } from './log.ts';
import { sequenceNow } from '#public-log/server/public-log.ts';

/** Votes per batch. A batch holds its wallets for some tens of milliseconds, and votes of these fans wait. */
const BATCH = 500;

/** Carries out every open decision. Runs when a decision is made, and every minute in case a process died. */
export async function workOnCases(
	db: Database,
	{ batch = BATCH, stopping }: { batch?: number; stopping?: AbortSignal } = {},
): Promise<void> {
	const goesOn = () => !stopping?.aborted;
	// The oldest first.
	const open = await sql`select work_id from vote_case_work where finished_at is null
		order by work_id limit 100`.column<number>(db);
	// A void names the leaf of its vote. The votes of a case are older than the case, so that one run gives all an index.
	if (open.length > 0) await sequenceNow(db);
	await runAllSettled(open, async (workId) => {
		while (goesOn() && (await db.transaction((tx) => doBatch(tx, workId, batch)))) continue;
	});
}

async function doBatch(tx: Tx, workId: number, batch: number): Promise<boolean> {
	const work = await batchSql.lockWork(tx, workId);
	if (!work) return false;
	const { votes, last, seen } = await batchSql.selectNext(tx, work, batch);
	const settled = votes.length > 0 ? await settleBatch(tx, work, votes) : [];
	if (last) await batchSql.updateProgress(tx, workId, last, settled);
	if (seen === batch) return true;
	await finish(tx, (await batchSql.lockWork(tx, workId)) ?? work);
	return false;
}

/** Locks as a batch of votes does: ranking, wallets, tallies. Another order could deadlock; certifying waits. */
async function settleBatch(tx: Tx, work: batchSql.Work, votes: readonly CaseVote[]): Promise<Settled[]> {
	await joinBatches(tx, work.rankingId);
	const fans = [...new Map(votes.map((vote) => [vote.fanId, vote])).values()];
	const locked = await batchSql.lockWallets(tx, fans);
	const wallets = new Map(locked.map((wallet) => [wallet.fanId, wallet]));
	const settled = work.deed === 'void' ? settleVoids(votes, wallets, work.reason) : settleRestores(votes, wallets);
	await writeEntries(tx, entriesOf(settled, work.caseId));
	await batchSql.writeVotes(tx, work, await logSettled(tx, work, settled));
	if (consequences[work.reason].freezes) await batchSql.freezeWallets(tx, fans);
	await batchSql.moveTallies(tx, work, settled);
	return settled;
}

function entriesOf(settled: readonly Settled[], caseId: number): NewEntry[] {
	return settled.flatMap(({ fanId, moved, entry }) =>
		entry ? [{ ...entry, fanId, kind: 'void_return' as const, change: moved, cause: `case ${caseId}` }] : [],
	);
}

async function finish(tx: Tx, { workId, caseId, deed, askedBy, votesDone, ticketsDone }: batchSql.Work): Promise<void> {
	await sql`update vote_case_work set finished_at = lightstick_now() where work_id = ${workId}`.run(tx);
	if (deed === 'void') await insertEnd(tx, caseId, 'voided');
	await record(
		tx,
		{ operatorId: askedBy },
		{
			action: deed === 'void' ? 'case.voided' : 'case.restored',
			target: `case:${caseId}`,
			after: { work_id: workId, votes: votesDone, tickets: ticketsDone },
		},
	);
}
