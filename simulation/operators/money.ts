/** Operators refund what fans regret, and banks take payments back. */
import { listOrders, readOrder, refundOrder } from '#contract/operator/orders.ts';
import { settleMoney, type Purchase } from '../fans/shopping.ts';
import type { Stage } from '../stage/stage.ts';
import type { Desk } from './desk.ts';

/** Refunds what is not spent yet; a fan who has spent everything gets nothing. */
export async function refundRegretted(desk: Desk, stage: Stage, regretted: readonly Purchase[]): Promise<void> {
	for (const { tradeNo } of regretted) {
		const params = { trade_no: tradeNo };
		const { order } = await desk.ask('finance', readOrder, { params });
		const offer = order.refundable.unspent;
		if (!offer) continue;
		const body = { part: 'unspent' as const, amount_minor: offer.amount_minor, why: 'the fan asked on the next day' };
		await desk.ask('finance', refundOrder, { params, body });
	}
	await settleMoney(stage);
}

/** The owners of the cards complain at their banks. */
export async function dispute(stage: Stage, purchases: readonly Purchase[]): Promise<void> {
	for (const { tradeNo } of purchases) stage.stripe.state.dispute(paymentOf(stage, tradeNo));
	await settleMoney(stage);
}

/** The banks decide. The first dispute is won: its owner had forgotten the purchase. */
export async function decideDisputes(stage: Stage): Promise<void> {
	for (const [index, { id }] of [...stage.stripe.state.disputes.values()].entries()) {
		stage.stripe.state.closeDispute(id, index === 0 ? 'won' : 'lost');
	}
	await settleMoney(stage);
}

/** Fans whose payments are disputed, as the list of orders shows them. */
export async function disputedFans(desk: Desk): Promise<number[]> {
	const { list } = await desk.ask('finance', listOrders, { query: { status: 'disputed', limit: '50' } });
	return [...new Set(list.map(({ fan_id: id }) => id))];
}

function paymentOf({ stripe }: Stage, tradeNo: string): string {
	const session = stripe.state.sessions
		.values()
		.find(({ client_reference_id: order, payment_intent: payment }) => order === tradeNo && payment !== null);
	if (!session?.payment_intent) throw new Error(`Nothing was paid for order ${tradeNo}`);
	return session.payment_intent;
}
