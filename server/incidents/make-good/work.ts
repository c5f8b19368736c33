/**
 * Gives the gems of make-goods, in batches. Each batch is a transaction that settles its grants, so that a process that
 * dies leaves whole batches, and two processes never give the same grant.
 */
import { isErased, lockWallet, post } from '#server/gems/gems.ts';
import { eachInSavepoint, runAllSettled, throwTogether } from '#server/jobs/each.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { finishMakeGood, lockMakeGood, selectGrants, selectOpenMakeGoods, settleGrant } from './sql.ts';

/** A batch holds its wallets for some tens of milliseconds, and votes of these fans wait. */
const BATCH = 50;

/** Carries out every decision. Runs when one is made, and every minute in case a process died. */
export async function giveMakeGoods(
	db: Database,
	{ batch = BATCH, stopping }: { batch?: number; stopping?: AbortSignal } = {},
): Promise<void> {
	const goesOn = () => !stopping?.aborted;
	await runAllSettled(await selectOpenMakeGoods(db), async (makeGoodId) => {
		/** Grants that failed in this run, by fan. The next run tries them again. */
		const failed = new Map<number, unknown>();
		while (goesOn() && (await db.transaction((tx) => giveBatch(tx, makeGoodId, batch, failed)))) continue;
		throwTogether([...failed.values()], failed.size);
	});
}

/** Returns false if no grant is left but those that failed, or another process gives them. */
async function giveBatch(tx: Tx, makeGoodId: number, batch: number, failed: Map<number, unknown>): Promise<boolean> {
	if (!(await lockMakeGood(tx, makeGoodId))) return false;
	const grants = await selectGrants(tx, makeGoodId, batch, [...failed.keys()]);
	const faults = await eachInSavepoint(tx, grants, async (grant) => {
		await lockWallet(tx, grant);
		if (await isErased(tx, grant)) return settleGrant(tx, grant, null);
		const change = { earned: grant.gems, purchased: 0 };
		const { seq } = await post(tx, grant, { kind: 'adjustment', change, cause: `incident ${grant.incidentId}` });
		return settleGrant(tx, grant, seq);
	});
	for (const [{ fanId }, error] of faults) failed.set(fanId, error);
	if (grants.length === 0 && failed.size === 0) await finishMakeGood(tx, makeGoodId);
	return grants.length > 0;
}
