/** Every statement on what the provider reports of card pages, payments, disputes and events. */
import type { orderDetail } from '#contract/operator/orders.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type * as z from 'zod/mini';
import type { CheckoutStatus } from '../rules.ts';
import type { DisputeFacts, PaymentFacts, ProviderEvent } from './provider.ts';

type Detail = z.output<typeof orderDetail>;

export interface CheckoutRow {
	tradeNo: string;
	attempt: number;
	sessionId: string | null;
	url: string | null;
	status: CheckoutStatus;
	/** Epoch seconds. */
	expiresAt: number;
	/** True if the page expires too soon to send a fan there. */
	closing: boolean;
}

const CHECKOUT = `trade_no as "tradeNo", attempt, session_id as "sessionId", url, status,
	${epochSeconds('expires_at')} as "expiresAt",
	expires_at <= lightstick_now() + interval '2 minutes' as closing`;

/** Returns the card page on which the fan may still be paying. */
export function selectLiveCheckout(db: Db, tradeNo: string): Promise<CheckoutRow | null> {
	return maybeOne<CheckoutRow>(db, {
		text: `select ${CHECKOUT} from checkout where trade_no = $1 and status in ('asked', 'open')`,
		values: [tradeNo],
	});
}

/** Reserves the next attempt, before the request to the provider. */
export function insertCheckout(tx: Tx, tradeNo: string, minutes: number): Promise<CheckoutRow> {
	return one<CheckoutRow>(tx, {
		text: `insert into checkout (trade_no, attempt, expires_at, checked_at)
			select $1, (select coalesce(max(attempt), 0) + 1 from checkout where trade_no = $1),
				date_trunc('second', now) + make_interval(mins => $2), now
			from (select lightstick_now() as now) clock returning ${CHECKOUT}`,
		values: [tradeNo, minutes],
	});
}

/** Finds the row by the provider's id, or by the attempt while the id is unknown. */
export function lockCheckout(
	tx: Tx,
	{ sessionId, tradeNo, attempt }: { sessionId: string; tradeNo: string | null; attempt: number | null },
): Promise<CheckoutRow | null> {
	return maybeOne<CheckoutRow>(tx, {
		text: `select ${CHECKOUT} from checkout
			where session_id = $1 or (trade_no = $2 and attempt = $3 and session_id is null) for update`,
		values: [sessionId, tradeNo, attempt],
	});
}

export async function updateCheckout(
	tx: Tx,
	{
		tradeNo,
		attempt,
		sessionId,
		url,
		status,
	}: Pick<CheckoutRow, 'tradeNo' | 'attempt' | 'sessionId' | 'url' | 'status'>,
): Promise<void> {
	await tx.query({
		text: `update checkout set session_id = coalesce(session_id, $3), url = coalesce(url, $4), status = $5,
			checked_at = lightstick_now() where trade_no = $1 and attempt = $2`,
		values: [tradeNo, attempt, sessionId, url, status],
	});
}

/** Marks a card page as never opened, because the provider refused to open it. */
export async function updateCheckoutFailed(tx: Tx, tradeNo: string, attempt: number): Promise<void> {
	await tx.query({
		text: `update checkout set status = 'failed' where trade_no = $1 and attempt = $2 and status = 'asked'`,
		values: [tradeNo, attempt],
	});
}

/**
 * Records an attempt to read the page that failed. `givenUp`: the provider refuses to tell more, so the page is not
 * read again after it has expired.
 */
export async function updateChecked(
	db: Db,
	{ tradeNo, attempt }: Pick<CheckoutRow, 'tradeNo' | 'attempt'>,
	{ givenUp }: { givenUp: boolean },
): Promise<void> {
	await db.query({
		text: `update checkout set checked_at = lightstick_now(),
				status = case when $3 and expires_at <= lightstick_now() then 'expired' else status end
			where trade_no = $1 and attempt = $2 and status in ('asked', 'open')`,
		values: [tradeNo, attempt, givenUp],
	});
}

/** Returns open card pages that have not been checked for a while. */
export function selectUnasked(db: Db, seconds: number, limit: number): Promise<CheckoutRow[]> {
	return db.query<CheckoutRow>({
		text: `select ${CHECKOUT} from checkout
			where status in ('asked', 'open') and checked_at < lightstick_now() - make_interval(secs => $1)
			order by checked_at limit $2`,
		values: [seconds, limit],
	});
}

/** Returns the ids of pages that were opened: all pages that the provider knows by an id. */
export async function selectPages(db: Db, tradeNo: string): Promise<string[]> {
	const rows = await db.query<{ sessionId: string }>({
		text: `select session_id as "sessionId" from checkout
			where trade_no = $1 and session_id is not null and status <> 'open' order by attempt`,
		values: [tradeNo],
	});
	return rows.map(({ sessionId }) => sessionId);
}

export function selectCheckouts(db: Db, tradeNo: string): Promise<Detail['checkouts']> {
	return db.query({
		text: `select attempt, session_id, status, ${epochSeconds('expires_at')} as expires_time,
				${epochSeconds('checked_at')} as checked_time
			from checkout where trade_no = $1 order by attempt`,
		values: [tradeNo],
	});
}

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

export function selectPaymentFacts(db: Db, tradeNo: string): Promise<Detail['payments']> {
	return db.query({
		text: `select payment_id, amount_minor, currency, role, ${epochSeconds('received_at')} as received_time
			from payment where trade_no = $1 order by received_at, payment_id`,
		values: [tradeNo],
	});
}

export interface DisputeRow extends DisputeFacts {
	gemsTaken: number;
}

const DISPUTE = `dispute_id as "disputeId", payment_id as "paymentId", amount_minor as "amountMinor", status,
	gems_taken as "gemsTaken"`;

export async function insertDispute(tx: Tx, dispute: DisputeFacts): Promise<void> {
	await tx.query({
		text: `insert into payment_dispute (dispute_id, payment_id, amount_minor, status, heard_at)
			values ($1, $2, $3, $4, lightstick_now()) on conflict (dispute_id) do nothing`,
		values: [dispute.disputeId, dispute.paymentId, dispute.amountMinor, dispute.status],
	});
}

export function lockDispute(tx: Tx, disputeId: string): Promise<DisputeRow> {
	return one<DisputeRow>(tx, {
		text: `select ${DISPUTE} from payment_dispute where dispute_id = $1 for update`,
		values: [disputeId],
	});
}

export function selectDisputes(tx: Tx, paymentId: string): Promise<DisputeRow[]> {
	return tx.query<DisputeRow>({
		text: `select ${DISPUTE} from payment_dispute where payment_id = $1 order by heard_at, dispute_id for update`,
		values: [paymentId],
	});
}

export async function updateDispute(tx: Tx, { disputeId, status, gemsTaken }: DisputeRow): Promise<void> {
	await tx.query({
		text: `update payment_dispute set status = $2, gems_taken = $3 where dispute_id = $1`,
		values: [disputeId, status, gemsTaken],
	});
}

export function selectDisputeFacts(db: Db, payments: string[]): Promise<Detail['disputes']> {
	return db.query({
		text: `select dispute_id, payment_id, amount_minor, status, gems_taken, ${epochSeconds('heard_at')} as heard_time
			from payment_dispute where payment_id = any($1) order by heard_at, dispute_id`,
		values: [payments],
	});
}

/** Returns false if the event was handled before. */
export async function insertEvent(tx: Tx, event: ProviderEvent): Promise<boolean> {
	const { eventId, type, occurredAt, setAside, checkout, refund, dispute } = event;
	const inserted = await tx.query({
		text: `insert into payment_event (event_id, type, occurred_at, received_at, trade_no, payment_id, set_aside)
			values ($1, $2, to_timestamp($3), lightstick_now(), $4, $5, $6) on conflict (event_id) do nothing returning event_id`,
		values: [
			eventId,
			type,
			occurredAt,
			checkout?.tradeNo ?? null,
			(refund ?? dispute)?.paymentId || null,
			setAside ?? null,
		],
	});
	return inserted.length > 0;
}

/**
 * Returns the time (epoch seconds) from which to read the provider's list of events. The last `overlap` seconds are
 * read twice.
 */
export async function selectReadThrough(db: Db, { firstDays, overlap }: { firstDays: number; overlap: number }) {
	const { now, since } = await one<{ now: number; since: number }>(db, {
		text: `select ${epochSeconds('now')} as now, floor(extract(epoch from coalesce(
				(select read_through from payment_reading) - make_interval(secs => $2),
				now - make_interval(days => $1))))::bigint as since
			from (select lightstick_now() as now) clock`,
		values: [firstDays, overlap],
	});
	return { now, since };
}

export async function upsertReadThrough(db: Db, at: number): Promise<void> {
	await db.query({
		text: `insert into payment_reading (read_through) values (to_timestamp($1))
			on conflict (only_row) do update set read_through = greatest(payment_reading.read_through, excluded.read_through)`,
		values: [at],
	});
}

export function selectEvents(db: Db, tradeNo: string, payments: string[]): Promise<Detail['events']> {
	return db.query({
		text: `select event_id, type, ${epochSeconds('occurred_at')} as occurred_time, ${epochSeconds('received_at')} as received_time
			from (
				select * from payment_event where trade_no = $1
				union all
				select * from payment_event where payment_id = any($2) and trade_no is null
			) event order by occurred_at, received_at, event_id`,
		values: [tradeNo, payments],
	});
}
