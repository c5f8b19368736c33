/** Suspends fans, one or several, and ends suspensions. Beyond a few a day, a second operator approves it. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, setFansSuspended as call } from '#contract/operator/lists/bulk.ts';
import type { ProblemSlug } from '#contract/problems.ts';
import * as z from 'zod/mini';
import { applyOrRequestApproval, type Approved, hasApprover, selectBoundSharers } from '#server/approvals/approvals.ts';
import { record, changeEach, approvedAs } from '#server/audit-trail/audit-trail.ts';
import { flagWallet, lockWallet } from '#server/gems/gems.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import { findFan, readFan } from './accounts.ts';
import { countSuspensions, type FanDetail } from './sql.ts';

/** Fans whom one operator may suspend, or restore, in a day alone: one by one, never several at once. */
const ALONE_A_DAY = 10;

const suspension = z.object({ fan_ids: z.array(z.int()), suspended: z.boolean() });
type Suspension = z.output<typeof suspension>;

/** @throws {Problem} fan_not_found, fan_erased */
export async function setSuspended(
	db: Database,
	actor: Actor,
	fanId: number,
	asked: { suspended: boolean; why: string },
): Promise<{ fan: FanDetail; approval_id: string | null }> {
	const { results, approval_id } = await setFansSuspended(db, actor, { ...asked, fan_ids: [fanId], dry_run: false });
	const problem = results[0]?.problem;
	if (problem) throw new Problem(problem as ProblemSlug);
	return { fan: await readFan(db, fanId), approval_id };
}

/** All that can be changed are changed together, or wait together. @throws {Problem} invalid_request without a reason */
export async function setFansSuspended(
	db: Database,
	actor: Actor,
	{ fan_ids: fanIds, suspended, why, dry_run: isDryRun }: CheckedInputOf<typeof call>['body'],
): Promise<{ results: BulkResult[]; approval_id: string | null }> {
	if (why === null && !isDryRun) throw new Problem('invalid_request', { message: 'why: needed to change anything' });
	const items = [...new Set(fanIds)].map((id) => ({ id }));
	const { results } = await changeEach(db, items, async (tx, { id }) => {
		const fan = await findFan(tx, id);
		if (fan.erased) throw new Problem('fan_erased');
		return { outcome: fan.suspended === suspended ? 'unchanged' : 'changed', version: null };
	});
	const ids = results.flatMap(({ id, outcome }) => (outcome === 'changed' ? id : [])).toSorted((a, b) => a - b);
	if (ids.length === 0) return { results, approval_id: null };
	const { waits, approvalId } = await db.transaction(async (tx) => {
		// Before the lock of the operator's day, as adjustments do.
		await lockWallets(tx, ids);
		const day = await countSuspensions(tx, await selectBoundSharers(tx, actor.operatorId));
		const large = ids.length > 1 || day >= ALONE_A_DAY;
		if (isDryRun) return { waits: large && (await hasApprover(tx, actor, 'fan_suspension')), approvalId: null };
		const payload = { fan_ids: ids, suspended };
		const words = { why: why ?? '', target: ids.length === 1 ? `fan:${ids[0]}` : 'fans' };
		const request = { kind: 'fan_suspension', payload, large, ...words } as const;
		const asked = await applyOrRequestApproval(tx, actor, request, () => suspend(tx, actor, payload, words));
		return { waits: asked !== null, approvalId: asked };
	});
	const outcome: BulkResult['outcome'] = waits ? 'waiting' : 'changed';
	const told = results.map((one) => (one.outcome === 'changed' ? { ...one, outcome } : one));
	return { results: told, approval_id: approvalId };
}

/** Performs an approved request. Fans who are so already, or erased since, are left as they are. */
export async function performSuspension(tx: Tx, { payload, askedBy, ...words }: Approved): Promise<void> {
	await suspend(tx, askedBy, z.parse(suspension, payload), words);
}

/** A vote reads this under the wallet's lock: from the commit on, no vote of a suspended fan is accepted. */
async function suspend(
	tx: Tx,
	actor: Actor,
	{ fan_ids: fanIds, suspended }: Suspension,
	{ why, approvalId }: { why: string; approvalId?: string },
): Promise<void> {
	await lockWallets(tx, fanIds);
	for (const fanId of fanIds) {
		const before = await findFan(tx, fanId);
		if (before.suspended === suspended || before.erased) continue;
		await flagWallet(tx, before, { suspended });
		await record(tx, actor, {
			action: suspended ? 'fan.suspend' : 'fan.restore',
			target: `fan:${fanId}`,
			before: { suspended: before.suspended },
			after: approvedAs({ suspended }, approvalId),
			why,
		});
	}
}

/** In their order, as a batch of votes does. */
async function lockWallets(tx: Tx, fanIds: readonly number[]): Promise<void> {
	for (const fanId of fanIds) await lockWallet(tx, { fanId });
}
