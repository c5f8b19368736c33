/** Every statement on payments that the provider reported. */
import { maybeOne, type Db, type Tx } from '#server/kernel/database.ts';
import type { PaymentFacts } from './provider.ts';

export async function selectPaymentIds(db: Db, tradeNo: string): Promise<string[]> {
	const rows = await db.query<{ paymentId: string }>({
		text: 'select payment_id as "paymentId" from payment where trade_no = $1 order by received_at',
		values: [tradeNo],
	});
	return rows.map(({ paymentId }) => paymentId);
}

export interface PaymentRow extends PaymentFacts {
	tradeNo: string;
	role: 'order' | 'surplus' | null;
}

const PAYMENT = `payment_id as "paymentId", trade_no as "tradeNo", amount_minor as "amountMinor", currency, role`;

export async function insertPayment(tx: Tx, tradeNo: string, payment: PaymentFacts): Promise<void> {
	await tx.query({
		text: `insert into payment (payment_id, trade_no, amount_minor, currency, received_at)
			values ($1, $2, $3, $4, lightstick_now()) on conflict (payment_id) do nothing`,
		values: [payment.paymentId, tradeNo, payment.amountMinor, payment.currency],
	});
}

/** Oldest first, by arrival. */
export function selectPayments(tx: Tx, tradeNo: string): Promise<PaymentRow[]> {
	return tx.query<PaymentRow>({
		text: `select ${PAYMENT} from payment where trade_no = $1 order by received_at, payment_id`,
		values: [tradeNo],
	});
}

export async function updateRole(tx: Tx, paymentId: string, role: 'order' | 'surplus'): Promise<void> {
	await tx.query({ text: `update payment set role = $2 where payment_id = $1`, values: [paymentId, role] });
}

/** Returns the order that a payment belongs to. Null if it is unknown. */
export async function selectTradeNo(db: Db, paymentId: string): Promise<string | null> {
	const row = await maybeOne<{ tradeNo: string }>(db, {
		text: `select trade_no as "tradeNo" from payment where payment_id = $1`,
		values: [paymentId],
	});
	return row?.tradeNo ?? null;
}

/** SQL condition: the payment bought nothing, and the provider has reported no refund of it. */
const STILL_SURPLUS = `role = 'surplus'
	and not exists (select from payment_refund refund where refund.payment_id = payment.payment_id)
	and not exists (select from payment_dispute dispute where dispute.payment_id = payment.payment_id)`;

/**
 * Returns orders with unsettled facts after some time: work that a crash left behind, and surplus payments whose refund
 * job has ended.
 */
export async function selectUnsettled(db: Db, seconds: number, limit: number): Promise<string[]> {
	const rows = await db.query<{ tradeNo: string }>({
		text: `select trade_no as "tradeNo" from payment
				where role is null and received_at <= lightstick_now() - make_interval(secs => $1)
			union
			select trade_no from payment_refund refund join payment using (payment_id) join gem_order using (trade_no)
				where heard_at <= lightstick_now() - make_interval(secs => $1) and gem_order.status <> 'disputed'
					and (gems_taken is null or (gems_taken > 0 and refund.status = 'failed'))
			union
			select trade_no from payment_dispute dispute join payment using (payment_id) join gem_order using (trade_no)
				where heard_at <= lightstick_now() - make_interval(secs => $1) and role = 'order'
					and ((dispute.status in ('open', 'lost') and gem_order.status <> 'disputed')
						or (dispute.status = 'won' and gems_taken > 0))
			union
			select trade_no from payment where received_at <= lightstick_now() - make_interval(secs => $1)
				and ${STILL_SURPLUS} and not exists (select from graphile_worker.jobs job
					where job.key = 'refund:' || payment.payment_id and attempts < max_attempts)
			limit $2`,
		values: [seconds, limit],
	});
	return rows.map(({ tradeNo }) => tradeNo);
}

/** Returns true if the payment is refunded, being refunded, or disputed at the bank. */
export async function selectReturned(db: Db, paymentId: string): Promise<boolean> {
	const open = await db.query({
		text: `select from payment where payment_id = $1 and ${STILL_SURPLUS}`,
		values: [paymentId],
	});
	return open.length === 0;
}
