/** Brings order and gems to what the facts require. Each step leaves its mark: a second run does nothing. */
import type { Database, Tx } from '#server/kernel/database.ts';
import { forfeit, isErased, lockWallet, openLot, post, readLot } from '#server/gems/gems.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import * as paymentsSql from './payments/sql.ts';
import { gemsOfRefund, paysFor, statusAfter, laterCheckout, laterDispute, laterRefund } from './rules.ts';
import * as sql from './sql.ts';
import type { CheckoutFacts, DisputeFacts, PaymentDeps, ProviderEvent, RefundFacts } from './payments/provider.ts';

export async function settle(db: Database, tradeNo: string): Promise<void> {
	await db.transaction(async (tx) => {
		const order = await sql.lockOrder(tx, tradeNo);
		if (!order) return;
		// Lock before reading: an erasure or a vote that commits during the wait changes the decisions below.
		await lockWallet(tx, order);
		await paymentsSql.updateDisputed(tx, tradeNo);
		const payments = await paymentsSql.selectPayments(tx, tradeNo);
		const paidBy = (await takePayments(tx, order, payments)) ?? null;
		if (paidBy) await settleRefundsAndDisputes(tx, order, paidBy.paymentId);
		else await sql.updateUnpaid(tx, tradeNo);
		for (const { paymentId, role } of payments) if (role === 'surplus') await returnSurplus(tx, paymentId);
		// A deleted account cannot use gems that a won dispute or a failed refund gives back.
		if (await isErased(tx, order)) await forfeit(tx, order);
	});
}

/** The first payment of the right amount fulfills the order, even an expired one. Every other is refunded. */
async function takePayments(tx: Tx, order: sql.OrderRow, payments: paymentsSql.PaymentRow[]) {
	let paidBy = payments.find(({ role }) => role === 'order');
	for (const payment of payments) {
		if (payment.role !== null) continue;
		const fulfils = !paidBy && paysFor(payment, order) && !(await isErased(tx, order));
		payment.role = fulfils ? 'order' : 'surplus';
		await paymentsSql.updateRole(tx, payment.paymentId, payment.role);
		if (fulfils) {
			paidBy = payment;
			await openLot(tx, order, order.tradeNo, { base: order.gems, bonus: order.bonusGems });
			await sql.updateFulfilled(tx, order.tradeNo);
		}
	}
	return paidBy;
}

/** Of the payment that fulfilled the order. Those that return gems to the fan come first. */
async function settleRefundsAndDisputes(tx: Tx, order: sql.OrderRow, paymentId: string): Promise<void> {
	const disputes = await paymentsSql.disputes.ofPayment(tx, paymentId);
	const refunds = await paymentsSql.refunds.ofPayment(tx, paymentId);
	const move = (kind: 'refund' | 'chargeback', gems: number) =>
		gems === 0 ? null : post(tx, order, { kind, change: { earned: 0, purchased: gems }, cause: order.tradeNo });
	const taken = () => [...disputes, ...refunds].reduce((sum, { gemsTaken }) => sum + (gemsTaken ?? 0), 0);

	for (const dispute of disputes.filter(({ status, gemsTaken }) => status === 'won' && gemsTaken > 0)) {
		await move('chargeback', dispute.gemsTaken);
		await paymentsSql.disputes.update(tx, Object.assign(dispute, { gemsTaken: 0 }));
	}
	for (const refund of refunds.filter(({ status, gemsTaken }) => status === 'failed' && gemsTaken !== 0)) {
		await move('refund', refund.gemsTaken ?? 0);
		await paymentsSql.refunds.update(tx, Object.assign(refund, { gemsTaken: 0 }));
	}
	// A dispute takes gems as a refund of its amount does: a bank may hold a part of the payment only.
	const held = disputes.filter(({ status }) => status === 'open' || status === 'lost');
	const made = refunds.filter(({ status }) => status !== 'failed');
	const settled = () => [...held.filter((one) => one.gemsTaken > 0), ...made.filter((one) => one.gemsTaken !== null)];
	const share = async (amountMinor: number) =>
		gemsOfRefund({
			order,
			left: await readLot(tx, order, order.tradeNo),
			refundedMinor: sumOf(settled()),
			gemsTaken: taken(),
			amountMinor,
		});
	for (const dispute of held) {
		if (dispute.gemsTaken > 0) continue;
		dispute.gemsTaken = await share(dispute.amountMinor);
		await move('chargeback', -dispute.gemsTaken);
		await paymentsSql.disputes.update(tx, dispute);
	}
	for (const refund of made) {
		if (refund.gemsTaken !== null) continue;
		// Refund and dispute exceed the price: the dispute has taken these gems, and may yet return them.
		if (held.length > 0 && sumOf([...settled(), refund]) > order.priceMinor) continue;
		refund.gemsTaken = await share(refund.amountMinor);
		await move('refund', -refund.gemsTaken);
		await paymentsSql.refunds.update(tx, refund);
	}
	// An earlier return that failed has given back gems that a later one, up to the whole price, would have taken.
	const rest = order.gems + order.bonusGems - taken();
	if (rest > 0 && sumOf([...held, ...made]) >= order.priceMinor) {
		const [dispute, refund] = [held.at(-1), made.at(-1)];
		await move(dispute ? 'chargeback' : 'refund', -rest);
		if (dispute) await paymentsSql.disputes.update(tx, { ...dispute, gemsTaken: dispute.gemsTaken + rest });
		else if (refund) await paymentsSql.refunds.update(tx, { ...refund, gemsTaken: (refund.gemsTaken ?? 0) + rest });
	}
	await sql.updateStatus(tx, order.tradeNo, statusAfter({ refunds, disputes }));
}

const sumOf = (returns: readonly { amountMinor: number }[]): number =>
	returns.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** A payment that gave no gems has none to take back. Its refund is requested until the provider reports one. */
async function returnSurplus(tx: Tx, paymentId: string): Promise<void> {
	const refunds = await paymentsSql.refunds.ofPayment(tx, paymentId);
	for (const refund of refunds)
		if (refund.gemsTaken === null) await paymentsSql.refunds.update(tx, { ...refund, gemsTaken: 0 });
	if (refunds.length > 0 || (await paymentsSql.disputes.ofPayment(tx, paymentId)).length > 0) return;
	await enqueue(tx, 'refund_payment', { paymentId }, { key: `refund:${paymentId}`, attempts: 25 });
}

/** Stores an event once; a job of the same transaction moves gems. Returns false if it was handled, or may not be used. */
export async function ingestEvent({ db, log }: Pick<PaymentDeps, 'db' | 'log'>, event: ProviderEvent) {
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
export const setAside = (db: Database, event: ProviderEvent): Promise<boolean> =>
	db.transaction((tx) => paymentsSql.insertEvent(tx, event));

/** Ingests the provider's answer to a request of ours. */
export async function ingestAnswer(db: Database, answer: Partial<ProviderEvent>): Promise<void> {
	const tradeNo = await db.transaction((tx) => keep(tx, answer));
	if (tradeNo) await settle(db, tradeNo);
}

/** Stores the facts. Returns the order that has to be settled now. */
async function keep(tx: Tx, event: Partial<ProviderEvent>): Promise<string | null> {
	const { checkout, refund, dispute } = event;
	const tradeNo =
		(checkout && (await keepCheckout(tx, checkout))) ||
		(refund && (await keepRefund(tx, refund))) ||
		(dispute && (await keepDispute(tx, dispute, event))) ||
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

/** A bank may open anew what was over. No other message about the payment's disputes is as late as the one that says so. */
async function keepDispute(tx: Tx, dispute: DisputeFacts, event: Partial<ProviderEvent>): Promise<string | null> {
	await paymentsSql.disputes.insert(tx, { ...dispute, id: dispute.disputeId });
	const known = await paymentsSql.disputes.lock(tx, dispute.disputeId);
	const isAnew = ['open', 'lost'].includes(dispute.status) && (await paymentsSql.isLatest(tx, dispute, event));
	const status = isAnew ? dispute.status : laterDispute(known.status, dispute.status);
	await paymentsSql.disputes.update(tx, { ...known, status });
	await paymentsSql.updateDisputeTerms(tx, dispute);
	return paymentsSql.selectTradeNo(tx, dispute.paymentId);
}
