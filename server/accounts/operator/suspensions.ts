/** Suspends fans, one or several, and ends suspensions. Beyond a few a day, a second operator approves it. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, setFansSuspended as call } from '#contract/operator/lists/bulk.ts';
import * as z from 'zod/mini';
import { applyOrRequestApproval, type Approved, hasApprover, selectBoundSharers } from '#server/approvals/approvals.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { changeEach } from '#server/audit-trail/bulk.ts';
import { approvedAs } from '#server/audit-trail/edit.ts';
import { flagWallet, lockWallet } from '#server/gems/gems.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';
import { findFan, readFan } from './accounts.ts';
import { countSuspensions, type FanDetail } from './sql.ts';

/** Fans whom one operator may suspend, or restore, in a day alone: one by one, never several at once. */
const ALONE_A_DAY = 10;

/** The fans in their order. */
const suspension = z.object({ fan_ids: z.array(z.int()), suspended: z.boolean() });
type Suspension = z.output<typeof suspension>;

/** @throws {Problem} fan_not_found, fan_erased */
export async function setSuspended(
	db: Database,
	actor: Actor,
	fanId: number,
	asked: { suspended: boolean; why: string },
): Promise<{ fan: FanDetail; approval_id: string | null }> {
	const approvalId = await db.transaction(async (tx) => {
		const isSo = await isSuspendedSo(tx, fanId, asked.suspended);
		return isSo ? null : suspendOrAsk(tx, actor, { ...asked, fan_ids: [fanId] });
	});
	return { fan: await readFan(db, fanId), approval_id: approvalId };
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
		const isSo = await isSuspendedSo(tx, id, suspended);
		return { outcome: isSo ? 'unchanged' : 'changed', version: null };
	});
	const changing = results.flatMap(({ id, outcome }) => (outcome === 'changed' ? id : [])).toSorted((a, b) => a - b);
	if (changing.length === 0) return { results, approval_id: null };
	const asked = { fan_ids: changing, suspended, why: why ?? '' };
	const { waits, approvalId } = await db.transaction(async (tx) => {
		if (isDryRun)
			return { waits: (await isLarge(tx, actor, changing)) && (await hasApprover(tx, actor, KIND)), approvalId: null };
		const id = await suspendOrAsk(tx, actor, asked);
		return { waits: id !== null, approvalId: id };
	});
	const outcome = waits ? 'waiting' : 'changed';
	return {
		results: results.map((one) => (one.outcome === 'changed' ? { ...one, outcome } : one)),
		approval_id: approvalId,
	};
}

const KIND = 'fan_suspension';

async function isSuspendedSo(tx: Tx, fanId: number, suspended: boolean): Promise<boolean> {
	const fan = await findFan(tx, fanId);
	if (fan.erased) throw new Problem('fan_erased');
	return fan.suspended === suspended;
}

async function suspendOrAsk(
	tx: Tx,
	actor: Actor,
	{ why, ...asked }: Suspension & { why: string },
): Promise<string | null> {
	const [only, ...others] = asked.fan_ids;
	// Before the lock of the operator's day, as adjustments do.
	await lockWallets(tx, asked.fan_ids);
	const request = {
		kind: KIND,
		payload: asked,
		large: await isLarge(tx, actor, asked.fan_ids),
		why,
		target: others.length === 0 ? `fan:${only}` : 'fans',
	} as const;
	return applyOrRequestApproval(tx, actor, request, () => suspend(tx, actor, asked, { why }));
}

async function isLarge(tx: Tx, actor: Actor, fanIds: readonly number[]): Promise<boolean> {
	return (
		fanIds.length > 1 || (await countSuspensions(tx, await selectBoundSharers(tx, actor.operatorId))) >= ALONE_A_DAY
	);
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
