/** Operators' refunds. Stored before the provider is called, by their id; gems follow the provider's report (settle.ts). */
import * as z from 'zod/mini';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import { refundPart } from '#contract/operator/orders.ts';
import { type Tx, row, sql as statement } from '#server/kernel/database.ts';
import { lockWallet, readLot } from '#server/gems/gems.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { askApproval, changedSince, selectBoundSharers, type Approved } from '#server/approvals/approvals.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { onceByOperator } from '#server/kernel/idempotency.ts';
import { ingestAnswer } from '../settle.ts';
import * as paymentsSql from '../payments/sql.ts';
import { ProviderOutage, ProviderRefusal, type PaymentDeps, type PaymentProvider } from '../payments/provider.ts';
import { refundOffers, type RefundOffer, type RefundPart } from '../rules.ts';
import * as sql from '../sql.ts';

export interface RefundAsked {
	tradeNo: string;
	part: RefundPart;
	amountMinor: number;
	why: string;
	idempotencyKey: string;
}

/** `bound`: gems that an operator may take back, and a fan may lose, per day without approval. @throws {Problem} */
export async function refundOrder(
	deps: PaymentDeps,
	actor: Actor & { role: OperatorRole },
	{ idempotencyKey: key, ...asked }: RefundAsked,
	bound: number,
) {
	if (!deps.provider) throw new Problem('payment_unavailable');
	const request = { operatorId: actor.operatorId, operation: 'refund_order', key, request: asked };
	const { requestId, approvalId } = await deps.db.transaction((tx) =>
		onceByOperator(tx, request, () => want(tx, actor, asked, bound)),
	);
	if (requestId === null) return { status: 'waiting' as const, approvalId, refusal: null };
	await askRefund(deps, requestId);
	return { ...(await sql.selectRequest(deps.db, requestId)), approvalId };
}

type Wanted = { requestId: string; approvalId: null } | { requestId: null; approvalId: string };

async function want(
	tx: Tx,
	actor: Actor & { role: OperatorRole },
	{ tradeNo, part, amountMinor, why }: Omit<RefundAsked, 'idempotencyKey'>,
	bound: number,
): Promise<Wanted> {
	const { order, paymentId, offer } = await readOffer(tx, tradeNo, part);
	if (offer.amount_minor !== amountMinor) throw new Problem('stale_edit');
	if (offer.debt > 0 && actor.role !== 'owner') throw new Problem('refund_needs_owner');
	const before = await sql.selectRefunded(tx, await selectBoundSharers(tx, actor.operatorId), order);
	const { gems, debt } = offer;
	if (debt > 0 || Math.max(before.byOperators, before.ofFan) + gems > bound) {
		const { fanId, currency } = order;
		const payload = { trade_no: tradeNo, fan_id: fanId, part, amount_minor: amountMinor, currency, gems, debt };
		const target = `order:${tradeNo}`;
		return { requestId: null, approvalId: await askApproval(tx, actor, { kind: 'refund', payload, why, target }) };
	}
	const wanted = { order, paymentId, part, offer, why, approvalId: null };
	return { requestId: await keepRequest(tx, actor, wanted), approvalId: null };
}

const payloadShape = z.object({
	trade_no: z.string(),
	part: refundPart,
	amount_minor: z.int(),
	gems: z.int(),
	debt: z.int(),
});

export function performRefund(deps: PaymentDeps) {
	return async (tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<() => Promise<void>> => {
		const { trade_no: tradeNo, part, amount_minor: amountMinor, ...gems } = z.parse(payloadShape, payload);
		const { order, paymentId, offer } = await readOffer(tx, tradeNo, part);
		if (offer.amount_minor !== amountMinor || offer.gems !== gems.gems || offer.debt !== gems.debt)
			throw changedSince('order');
		if (offer.debt > 0 && askedBy.role !== 'owner') throw new Problem('refund_needs_owner');
		const wanted = { order, paymentId, part, offer, why, approvalId };
		const requestId = await keepRequest(tx, askedBy, wanted);
		return () => askRefund(deps, requestId);
	};
}

/** Returns the refund that is possible now, valid until the transaction ends. @throws {Problem} if none is possible */
async function readOffer(tx: Tx, tradeNo: string, part: RefundPart) {
	const order = orRefuse(await sql.lockOrder(tx, tradeNo), 'order_not_found');
	// The wallet's lock serializes operators: two requests never count the same remainder of the fan's day.
	await lockWallet(tx, order);
	const payment = (await paymentsSql.selectPayments(tx, tradeNo)).find(({ role }) => role === 'order');
	if (!payment) throw new Problem('nothing_to_refund');
	if (order.status === 'disputed') throw new Problem('order_disputed');
	// Keep this order: a request is finished in the transaction that stores its refund, so one of the two is seen.
	const isUnderWay = statement`select from refund_request where trade_no = ${tradeNo} and status = 'asked'`;
	if (await isUnderWay.exists(tx)) throw new Problem('refund_under_way');
	const made = (await paymentsSql.refunds.ofPayment(tx, payment.paymentId)).filter(({ status }) => status !== 'failed');
	if (made.some(({ gemsTaken }) => gemsTaken === null)) throw new Problem('refund_under_way');
	const offer = refundOffers({
		order,
		left: await readLot(tx, order, tradeNo),
		refundedMinor: made.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
		gemsTaken: made.reduce((sum, { gemsTaken }) => sum + (gemsTaken ?? 0), 0),
	})[part];
	if (!offer) throw new Problem('nothing_to_refund');
	return { order, paymentId: payment.paymentId, offer };
}

interface RefundTerms {
	order: sql.OrderRow;
	paymentId: string;
	part: RefundPart;
	offer: RefundOffer;
	why: string;
	approvalId: string | null;
}

async function keepRequest(tx: Tx, actor: Actor, { order, paymentId, part, offer, why, approvalId }: RefundTerms) {
	const wanted = { part, amount_minor: offer.amount_minor, gems: offer.gems, approval_id: approvalId };
	const of = {
		trade_no: order.tradeNo,
		fan_id: order.fanId,
		payment_id: paymentId,
		operator_id: actor.operatorId,
		why,
	};
	const requestId = await statement`insert into refund_request ${row({ ...of, ...wanted })}
		returning refund_request_id`.value<string>(tx);
	await record(tx, actor, {
		action: 'order.refund',
		target: `order:${order.tradeNo}`,
		before: { status: order.status },
		after: { refund_request_id: requestId, ...wanted, currency: order.currency, debt: offer.debt },
		why,
	});
	return requestId;
}

/** Sends the refund to the provider unless another process has claimed it. Without an answer, it is retried later. */
export async function askRefund(deps: PaymentDeps, requestId: string): Promise<void> {
	const { db, provider, log } = deps;
	const request = provider && (await sql.claimRequest(db, requestId));
	if (!provider || !request) return;
	try {
		const known = request.again ? await findMade(provider, request) : undefined;
		await ingestAnswer(db, { refund: known ?? (await provider.refundPart(request)) });
	} catch (error) {
		if (error instanceof ProviderRefusal) await refuse(deps, provider, request, error.message);
		else if (error instanceof ProviderOutage) {
			log.warn({ reason: error.message, requestId }, 'a refund could not be asked for');
		} else throw error;
	}
}

/** The provider forgets idempotency keys after a day, but keeps its refunds. */
const findMade = async (provider: PaymentProvider, { paymentId, requestId }: sql.ClaimedRequest) =>
	(await provider.readRefunds(paymentId)).find((refund) => refund.requestId === requestId);

/** Often the payment has been refunded at the provider. Then that refund is ingested. */
async function refuse(
	{ db, log }: PaymentDeps,
	provider: PaymentProvider,
	{ requestId, tradeNo, paymentId }: sql.ClaimedRequest,
	refusal: string,
): Promise<void> {
	log.warn({ requestId, tradeNo, refusal }, 'the payment provider refused a refund');
	await db.transaction(async (tx) => {
		if (!(await sql.refuseRequest(tx, requestId, refusal))) return;
		const after = { refund_request_id: requestId, refusal };
		await record(tx, null, { action: 'order.refund_refused', target: `order:${tradeNo}`, after });
	});
	try {
		for (const refund of await provider.readRefunds(paymentId)) await ingestAnswer(db, { refund });
	} catch (error) {
		if (!(error instanceof ProviderOutage || error instanceof ProviderRefusal)) throw error;
		log.warn({ reason: error.message, tradeNo }, 'the payment provider could not be asked about refunds');
	}
}
