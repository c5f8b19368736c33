/** Every statement on what the provider reports of card pages, payments, disputes and events. */
import type { orderDetail } from '#contract/operator/orders.ts';
import { type Db, type Tx, epochSeconds, raw, sql } from '#server/kernel/database.ts';
import type * as z from 'zod/mini';
import type { CheckoutStatus } from '../rules.ts';
import type { CheckoutFacts, DisputeFacts, PaymentFacts, ProviderEvent, RefundFacts } from './provider.ts';

type Detail = z.output<typeof orderDetail>;

export interface CheckoutRow {
	tradeNo: string;
	attempt: number;
	sessionId: string | null;
	url: string | null;
	status: CheckoutStatus;
	expiresAt: number;
	closing: boolean;
}

const CHECKOUT = sql`trade_no as "tradeNo", attempt, session_id as "sessionId", url, status,
	${epochSeconds('expires_at')} as "expiresAt",
	expires_at <= lightstick_now() + interval '2 minutes' as closing`;

export const selectLiveCheckout = (db: Db, tradeNo: string): Promise<CheckoutRow | null> =>
	sql`select ${CHECKOUT} from checkout where trade_no = ${tradeNo} and status in ('asked', 'open')`.maybeOne(db);

export const insertCheckout = (tx: Tx, tradeNo: string, minutes: number): Promise<CheckoutRow> =>
	sql`insert into checkout (trade_no, attempt, expires_at, checked_at)
		select ${tradeNo}, (select coalesce(max(attempt), 0) + 1 from checkout where trade_no = ${tradeNo}),
			date_trunc('second', now) + make_interval(mins => ${minutes}), now
		from (select lightstick_now() as now) clock returning ${CHECKOUT}`.one(tx);

/** Finds the row by the provider's id, or by the attempt while the id is unknown. */
export const lockCheckout = (tx: Tx, { sessionId, tradeNo, attempt }: CheckoutFacts): Promise<CheckoutRow | null> =>
	sql`select ${CHECKOUT} from checkout
		where session_id = ${sessionId} or (trade_no = ${tradeNo} and attempt = ${attempt} and session_id is null)
			for update`.maybeOne(tx);

export const updateCheckout = (tx: Tx, page: Omit<CheckoutRow, 'expiresAt' | 'closing'>): Promise<void> =>
	sql`update checkout set session_id = coalesce(session_id, ${page.sessionId}), url = coalesce(url, ${page.url}),
			status = ${page.status}, checked_at = lightstick_now()
		where trade_no = ${page.tradeNo} and attempt = ${page.attempt}`.run(tx);

/** Marks a card page as never opened, because the provider refused to open it. `refusal`: its words if they are final. */
export const updateCheckoutFailed = (tx: Tx, tradeNo: string, attempt: number, refusal: string | null): Promise<void> =>
	sql`update checkout set status = 'failed', refusal = ${refusal}
		where trade_no = ${tradeNo} and attempt = ${attempt} and status = 'asked'`.run(tx);

/** A read of the page failed. `givenUp`: the provider tells no more, so it is not read after it has expired. */
export const updateChecked = (db: Db, { tradeNo, attempt }: CheckoutRow, givenUp: boolean): Promise<void> =>
	sql`update checkout set checked_at = lightstick_now(),
			status = case when ${givenUp} and expires_at <= lightstick_now() then 'expired' else status end
		where trade_no = ${tradeNo} and attempt = ${attempt} and status in ('asked', 'open')`.run(db);

export const selectUnasked = (db: Db, seconds: number, limit: number): Promise<string[]> =>
	sql`select trade_no from checkout
		where status in ('asked', 'open') and checked_at < lightstick_now() - make_interval(secs => ${seconds})
		order by checked_at limit ${limit}`.column(db);

export const selectPages = (db: Db, tradeNo: string): Promise<string[]> =>
	sql`select session_id as "sessionId" from checkout
		where trade_no = ${tradeNo} and session_id is not null and status <> 'open' order by attempt`.column(db);

export const selectCheckouts = (db: Db, tradeNo: string): Promise<Detail['checkouts']> =>
	sql`select attempt, session_id, status, refusal, ${epochSeconds('expires_at')} as expires_time,
			${epochSeconds('checked_at')} as checked_time
		from checkout where trade_no = ${tradeNo} order by attempt`.all(db);

export const selectPaymentIds = (db: Db, tradeNo: string): Promise<string[]> =>
	sql`select payment_id as "paymentId" from payment where trade_no = ${tradeNo} order by received_at`.column(db);

export interface PaymentRow extends PaymentFacts {
	tradeNo: string;
	role: 'order' | 'surplus' | null;
}

const PAYMENT = sql`payment_id as "paymentId", trade_no as "tradeNo", amount_minor as "amountMinor", currency, role`;

export const insertPayment = (tx: Tx, tradeNo: string, payment: PaymentFacts): Promise<void> =>
	sql`insert into payment (payment_id, trade_no, amount_minor, currency, received_at)
		values (${payment.paymentId}, ${tradeNo}, ${payment.amountMinor}, ${payment.currency}, lightstick_now())
			on conflict (payment_id) do nothing`.run(tx);

export const selectPayments = (tx: Tx, tradeNo: string): Promise<PaymentRow[]> =>
	sql`select ${PAYMENT} from payment where trade_no = ${tradeNo} order by received_at, payment_id`.all(tx);

export const updateRole = (tx: Tx, paymentId: string, role: 'order' | 'surplus'): Promise<void> =>
	sql`update payment set role = ${role} where payment_id = ${paymentId}`.run(tx);

export const selectTradeNo = (db: Db, paymentId: string): Promise<string | null> =>
	sql`select trade_no as "tradeNo" from payment where payment_id = ${paymentId}`.maybeValue(db);

/** SQL condition: the payment bought nothing, and the provider has reported no refund of it. */
const STILL_SURPLUS = sql`role = 'surplus'
	and not exists (select from payment_refund refund where refund.payment_id = payment.payment_id)
	and not exists (select from payment_dispute dispute where dispute.payment_id = payment.payment_id)`;

/** Orders with unsettled facts after some time: a crash left work, or the refund job of a surplus has ended. */
export const selectUnsettled = (db: Db, seconds: number, limit: number): Promise<string[]> =>
	sql`select trade_no as "tradeNo" from payment
			where role is null and received_at <= lightstick_now() - make_interval(secs => ${seconds})
		union
		select trade_no from payment_refund refund join payment using (payment_id) join gem_order using (trade_no)
			where heard_at <= lightstick_now() - make_interval(secs => ${seconds}) and gem_order.status <> 'disputed'
				and (gems_taken is null or (gems_taken > 0 and refund.status = 'failed'))
		union
		select trade_no from payment_dispute dispute join payment using (payment_id) join gem_order using (trade_no)
			where heard_at <= lightstick_now() - make_interval(secs => ${seconds}) and role = 'order'
				and ((dispute.status in ('open', 'lost') and gem_order.status <> 'disputed')
					or (dispute.status = 'won' and gems_taken > 0))
		union
		select trade_no from payment where received_at <= lightstick_now() - make_interval(secs => ${seconds})
			and ${STILL_SURPLUS} and not exists (select from graphile_worker.jobs job
				where job.key = 'refund:' || payment.payment_id and attempts < max_attempts)
		limit ${limit}`.column(db);

export const selectReturned = async (db: Db, paymentId: string): Promise<boolean> =>
	!(await sql`select from payment where payment_id = ${paymentId} and ${STILL_SURPLUS}`.exists(db));

export const selectPaymentFacts = (db: Db, tradeNo: string): Promise<Detail['payments']> =>
	sql`select payment_id, amount_minor, currency, role, ${epochSeconds('received_at')} as received_time
		from payment where trade_no = ${tradeNo} order by received_at, payment_id`.all(db);

/** Statements on money that goes back. Refunds and disputes have tables of one form. */
function returnsOf<Status extends string, Taken extends number | null>(kind: 'refund' | 'dispute') {
	type Row = { id: string; paymentId: string; amountMinor: number; status: Status; gemsTaken: Taken };
	const [table, key] = [raw(`payment_${kind}`), raw(`${kind}_id`)];
	const columns = sql`${key} as id, payment_id as "paymentId", amount_minor as "amountMinor", status,
		gems_taken as "gemsTaken"`;
	return {
		insert: (tx: Tx, { id, paymentId, amountMinor, status }: Omit<Row, 'gemsTaken'>): Promise<void> =>
			sql`insert into ${table} (${key}, payment_id, amount_minor, status, heard_at)
				values (${id}, ${paymentId}, ${amountMinor}, ${status}, lightstick_now())
				on conflict (${key}) do nothing`.run(tx),
		lock: (tx: Tx, id: string): Promise<Row> =>
			sql`select ${columns} from ${table} where ${key} = ${id} for update`.one(tx),
		ofPayment: (tx: Tx, paymentId: string): Promise<Row[]> =>
			sql`select ${columns} from ${table} where payment_id = ${paymentId} order by heard_at, ${key} for update`.all(tx),
		update: (tx: Tx, { id, status, gemsTaken }: Row): Promise<void> =>
			sql`update ${table} set status = ${status}, gems_taken = ${gemsTaken} where ${key} = ${id}`.run(tx),
	};
}

/** Gems are null until the refund is settled. */
export const refunds = returnsOf<RefundFacts['status'], number | null>('refund');
export const disputes = returnsOf<DisputeFacts['status'], number>('dispute');

/** Keeps what the provider said before where it says nothing now. A bank may ask about a part, and then take back more. */
export const updateDisputeTerms = (
	tx: Tx,
	{ disputeId, amountMinor, currency, reason = null, dueAt = null }: DisputeFacts,
) =>
	sql`update payment_dispute set currency = ${currency}, reason = coalesce(${reason}, reason),
		due_at = coalesce(to_timestamp(${dueAt}), due_at), amount_minor = greatest(amount_minor, ${amountMinor})
		where dispute_id = ${disputeId}`.run(tx);

/** False for an answer to a question of ours, which is no event: it may have been overtaken. */
export const isLatest = (tx: Tx, { paymentId }: DisputeFacts, { eventId, occurredAt }: Partial<ProviderEvent>) =>
	sql`select from payment_event
		where payment_id = ${paymentId} and type like 'charge.dispute.%' and event_id <> ${eventId ?? null}
		having coalesce(max(occurred_at), '-infinity') < to_timestamp(${occurredAt ?? null})`.exists(tx);

/** Amounts of two currencies cannot be compared: the bank then holds all of the payment. Either may be heard of first. */
export const updateDisputed = (tx: Tx, tradeNo: string): Promise<void> =>
	sql`update payment_dispute dispute set amount_minor = payment.amount_minor, currency = payment.currency from payment
		where trade_no = ${tradeNo} and payment.payment_id = dispute.payment_id
			and payment.currency <> dispute.currency`.run(tx);

export const selectFactsOf = <Kind extends 'refund' | 'dispute'>(db: Db, kind: Kind, payments: string[]) =>
	sql`select ${raw(kind)}_id, payment_id, amount_minor, status, gems_taken,
			${epochSeconds('heard_at')} as heard_time
			${raw(kind === 'dispute' ? `, reason, ${epochSeconds('due_at').text} as due_time` : '')}
		from payment_${raw(kind)} where payment_id = any(${payments}) order by heard_at, ${raw(kind)}_id
	`.all<Detail[`${Kind}s`][number]>(db);

/** Returns false if the event was handled before. One that was given up is handled when the provider sends it again. */
export async function insertEvent(tx: Tx, event: ProviderEvent): Promise<boolean> {
	const { eventId, type, occurredAt, setAside, checkout, refund, dispute } = event;
	await sql`delete from payment_event where event_id = ${eventId} and set_aside like 'given up%'`.run(tx);
	return sql`insert into payment_event (event_id, type, occurred_at, received_at, trade_no, payment_id,
		set_aside)
		values (${eventId}, ${type}, to_timestamp(${occurredAt}), lightstick_now(), ${checkout?.tradeNo ?? null},
			${(refund ?? dispute)?.paymentId || null}, ${setAside ?? null}) on conflict (event_id) do nothing
				returning event_id`.exists(tx);
}

/** Epoch seconds from which to read the provider's events. The last `overlap` seconds are read twice. */
export const selectReadThrough = (db: Db, firstDays: number, overlap: number) =>
	sql`select ${epochSeconds('now')} as now, floor(extract(epoch from coalesce(
			(select read_through from payment_reading) - make_interval(secs => ${overlap}),
			now - make_interval(days => ${firstDays}))))::bigint as since
		from (select lightstick_now() as now) clock`.one<{ now: number; since: number }>(db);

export const upsertReadThrough = (db: Db, at: number): Promise<void> =>
	sql`insert into payment_reading (read_through) values (to_timestamp(${at}))
		on conflict (only_row) do update
			set read_through = greatest(payment_reading.read_through, excluded.read_through)`.run(db);

export const selectEvents = (db: Db, tradeNo: string, payments: string[]): Promise<Detail['events']> =>
	sql`select event_id, type, ${epochSeconds('occurred_at')} as occurred_time,
		${epochSeconds('received_at')} as received_time
		from (
			select * from payment_event where trade_no = ${tradeNo}
			union all
			select * from payment_event where payment_id = any(${payments}) and trade_no is null
		) event order by occurred_at, received_at, event_id`.all(db);
