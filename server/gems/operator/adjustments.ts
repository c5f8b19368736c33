/** Gems that operators give or take, for a reason. Above the bound of a day a second operator approves. */
import * as z from 'zod/mini';
import type { adjustGems as adjustCall } from '#contract/operator/accounts.ts';
import type { CheckedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { type Database, type Tx, row, sql } from '#server/kernel/database.ts';
import type { FanKey, Actor } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import { askApproval, selectBoundSharers, type Approved } from '#server/approvals/approvals.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { onceByOperator } from '#server/kernel/idempotency.ts';
import { isErased, lockWallet, post } from '../gems.ts';
import { selectAdjusted } from '../sql.ts';

const payloadShape = z.object({ fan_id: z.int(), earned: z.int(), purchased: z.int() });

type Adjustment = CheckedInputOf<typeof adjustCall>['body'] & { fan: FanKey; idempotencyKey: string };

type Reply = ReplyOf<typeof adjustCall>;

/** `bound`: gems of a day, of the operator and of the fan, that need nobody else's word. @throws {Problem} */
export function adjustGems(
	db: Database,
	actor: Actor,
	{ fan, earned, purchased, why, idempotencyKey }: Adjustment,
	bound: number,
): Promise<Reply> {
	if (earned === 0 && purchased === 0) throw new Problem('nothing_to_adjust');
	const payload = { fan_id: fan.fanId, earned, purchased };
	const asked = { operatorId: actor.operatorId, operation: 'adjust_gems', key: idempotencyKey };
	return db.transaction((tx) =>
		onceByOperator(tx, { ...asked, request: { ...payload, why } }, async () => {
			// The wallet's lock also makes two operators count the fan's day one after the other.
			await lockWallet(tx, fan);
			const before = await selectAdjusted(tx, await selectBoundSharers(tx, actor.operatorId), fan);
			const amount = Math.abs(earned) + Math.abs(purchased);
			if (Math.max(before.byOperators, before.ofFan) + amount > bound) {
				const target = `fan:${fan.fanId}`;
				const approvalId = await askApproval(tx, actor, { kind: 'gem_adjustment', payload, why, target });
				return { status: 'waiting' as const, approval_id: approvalId, balance: null };
			}
			const balance = await adjust(tx, actor, { fan, earned, purchased, why, approvalId: null });
			return { status: 'done' as const, approval_id: null, balance };
		}),
	);
}

export async function performAdjustment(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	const { fan_id: fanId, earned, purchased } = z.parse(payloadShape, payload);
	await adjust(tx, askedBy, { fan: { fanId }, earned, purchased, why, approvalId });
}

async function adjust(
	tx: Tx,
	actor: Actor,
	{ fan, earned, purchased, why, approvalId }: Omit<Adjustment, 'idempotencyKey'> & { approvalId: string | null },
) {
	const before = await lockWallet(tx, fan);
	if (await isErased(tx, fan)) throw new Problem('fan_erased');
	const short = (have: number, change: number) => change < 0 && have + change < 0;
	if (short(before.earned, earned) || short(before.purchased, purchased))
		throw new Problem('not_enough_gems', { message: 'The fan does not have that many gems to take' });
	const after = await post(tx, fan, { kind: 'adjustment', change: { earned, purchased }, cause: why });
	const amount = Math.abs(earned) + Math.abs(purchased);
	const { fanId } = fan;
	const made = { fan_id: fanId, ledger_seq: after.seq, operator_id: actor.operatorId, approval_id: approvalId, amount };
	await sql`insert into gem_adjustment ${row(made)}`.run(tx);
	await record(tx, actor, {
		action: 'fan.adjust_gems',
		target: `fan:${fanId}`,
		before: { earned: before.earned, purchased: before.purchased },
		after: { ...after, change: { earned, purchased }, approval_id: approvalId },
		why,
	});
	return { earned: after.earned, purchased: after.purchased };
}
