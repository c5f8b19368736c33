/**
 * Ingests provider events. Each event is stored exactly once, in any order. Gems move afterwards (settle.ts), by a job
 * that is enqueued in the same transaction, so that a crash in between loses nothing.
 */
import { enqueue } from '#server/jobs/jobs.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import * as paymentsSql from './sql.ts';
import type { CheckoutFacts, DisputeFacts, PaymentDeps, ProviderEvent, RefundFacts } from './provider.ts';
import { laterCheckout, laterDispute, laterRefund } from '../rules.ts';
import { settle } from '../settle.ts';
import * as sql from '../sql.ts';

/** Ingests an event. Returns false if it was handled before, or if it may not be used. */
export async function ingestEvent(
	{ db, log }: Pick<PaymentDeps, 'db' | 'log'>,
	event: ProviderEvent,
): Promise<boolean> {
	if (event.setAside !== undefined) {
		const { eventId, type, setAside: reason } = event;
		if (await setAside(db, event)) log.warn({ eventId, type, setAside: reason }, 'a payment event was set aside');
		return false;
	}
	const changed = await db.transaction(async (tx) => {
		if (!(await paymentsSql.insertEvent(tx, event))) return null;
		return { tradeNo: await keep(tx, event) };
	});
	if (changed?.tradeNo) await settle(db, changed.tradeNo);
	return changed !== null;
}

/** Stores an event that is not used, with the reason. Returns false if it was handled before. */
export function setAside(db: Database, event: ProviderEvent): Promise<boolean> {
	return db.transaction((tx) => paymentsSql.insertEvent(tx, event));
}

/** Ingests the provider's answer to a request of ours. */
export async function ingestAnswer(db: Database, answer: Partial<ProviderEvent>): Promise<void> {
	const tradeNo = await db.transaction((tx) => keep(tx, answer));
	if (tradeNo) await settle(db, tradeNo);
}

/** Stores the facts. Returns the order that has to be settled now. */
async function keep(tx: Tx, { checkout, refund, dispute }: Partial<ProviderEvent>): Promise<string | null> {
	const tradeNo =
		(checkout && (await keepCheckout(tx, checkout))) ||
		(refund && (await keepRefund(tx, refund))) ||
		(dispute && (await keepDispute(tx, dispute))) ||
		null;
	if (tradeNo) await enqueue(tx, 'settle_order', { tradeNo }, { key: `settle:${tradeNo}`, attempts: 25 });
	return tradeNo;
}

async function keepCheckout(tx: Tx, checkout: CheckoutFacts): Promise<string | null> {
	const known = await paymentsSql.lockCheckout(tx, checkout);
	const { sessionId, url, status, payment } = checkout;
	if (known)
		await paymentsSql.updateCheckout(tx, { ...known, sessionId, url, status: laterCheckout(known.status, status) });
	const tradeNo = known?.tradeNo ?? checkout.tradeNo;
	// Another site that shares the provider's account made this order. Ignore it.
	if (!payment || tradeNo === null || !(await sql.lockOrder(tx, tradeNo))) return null;
	await paymentsSql.insertPayment(tx, tradeNo, payment);
	await sql.updatePaid(tx, tradeNo);
	return tradeNo;
}

async function keepRefund(tx: Tx, refund: RefundFacts): Promise<string | null> {
	await paymentsSql.refunds.insert(tx, { ...refund, id: refund.refundId });
	const known = await paymentsSql.refunds.lock(tx, refund.refundId);
	await paymentsSql.refunds.update(tx, { ...known, status: laterRefund(known.status, refund.status) });
	await sql.finishRequest(tx, refund);
	return paymentsSql.selectTradeNo(tx, refund.paymentId);
}

async function keepDispute(tx: Tx, dispute: DisputeFacts): Promise<string | null> {
	await paymentsSql.disputes.insert(tx, { ...dispute, id: dispute.disputeId });
	const known = await paymentsSql.disputes.lock(tx, dispute.disputeId);
	await paymentsSql.disputes.update(tx, { ...known, status: laterDispute(known.status, dispute.status) });
	await paymentsSql.updateDisputeTerms(tx, dispute);
	return paymentsSql.selectTradeNo(tx, dispute.paymentId);
}
