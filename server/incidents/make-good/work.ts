/**
 * Gives the gems of make-goods, in batches. Each batch is a transaction that settles its grants, so that a process that
 * dies leaves whole batches, and two processes never give the same grant.
 */
import { isErased, lockWallet, post } from '#server/gems/gems.ts';
import { runAllSettled } from '#server/jobs/each.ts';
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
		while (goesOn() && (await db.transaction((tx) => giveBatch(tx, makeGoodId, batch)))) continue;
	});
}

/** Returns false if no grant is left, or another process gives them. */
async function giveBatch(tx: Tx, makeGoodId: number, batch: number): Promise<boolean> {
	if (!(await lockMakeGood(tx, makeGoodId))) return false;
	const grants = await selectGrants(tx, makeGoodId, batch);
	for (const grant of grants) {
		await lockWallet(tx, grant);
		if (await isErased(tx, grant)) {
			await settleGrant(tx, grant, null);
			continue;
		}
		const change = { earned: grant.gems, purchased: 0 };
		const { seq } = await post(tx, grant, { kind: 'adjustment', change, cause: `incident ${grant.incidentId}` });
		await settleGrant(tx, grant, seq);
	}
	if (grants.length === 0) await finishMakeGood(tx, makeGoodId);
	return grants.length > 0;
}
