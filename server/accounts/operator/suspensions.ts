/** Suspends fans, one or several, and ends suspensions. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, setFansSuspended as call } from '#contract/operator/lists/bulk.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { flagWallet, lockWallet } from '#server/gems/gems.ts';
import { changeEach } from '#server/audit-trail/bulk.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';
import { findFan, readFan } from './accounts.ts';
import type { FanDetail } from './sql.ts';

export interface Suspension {
	suspended: boolean;
	why: string;
}

export async function setSuspended(db: Database, actor: Actor, fanId: number, asked: Suspension): Promise<FanDetail> {
	await db.transaction(async (tx) => suspend(tx, actor, fanId, asked));
	return readFan(db, fanId);
}

/** @throws {Problem} invalid_request without a reason */
export async function setFansSuspended(
	db: Database,
	actor: Actor,
	{ fan_ids: fanIds, suspended, why, dry_run: isDryRun }: CheckedInputOf<typeof call>['body'],
): Promise<{ results: BulkResult[] }> {
	const items = fanIds.map((id) => ({ id }));
	if (why === null && !isDryRun) throw new Problem('invalid_request', { message: 'why: needed to change anything' });
	return changeEach(db, items, async (tx, { id }) => {
		const fan = await findFan(tx, id);
		if (fan.erased) throw new Problem('fan_erased');
		// Two operators may suspend the same fan: under the lock, the second finds it done.
		const isSo = (isDryRun ? fan : await lockWallet(tx, fan)).suspended === suspended;
		if (!isSo && !isDryRun) await suspend(tx, actor, id, { suspended, why: why ?? '' });
		return { outcome: isSo ? 'unchanged' : 'changed', version: null };
	});
}

/** A vote reads this under the wallet's lock: from the commit on, no vote of a suspended fan is accepted. */
async function suspend(tx: Tx, actor: Actor, fanId: number, { suspended, why }: Suspension): Promise<void> {
	const fan = await findFan(tx, fanId);
	const before = await lockWallet(tx, fan);
	await flagWallet(tx, fan, { suspended });
	await record(tx, actor, {
		action: suspended ? 'fan.suspend' : 'fan.restore',
		target: `fan:${fanId}`,
		before: { suspended: before.suspended },
		after: { suspended },
		why,
	});
}
