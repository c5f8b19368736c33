/** Every statement on refunds that operators request. Those that the provider reports are with the payments. */
import type { orderDetail } from '#contract/operator/orders.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import { epochSeconds, sql } from '#server/kernel/sql.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type * as z from 'zod/mini';
import type { RefundFacts, RefundOrder } from '../payments/provider.ts';
import type { RefundOffer, RefundPart } from '../rules.ts';

type Detail = z.output<typeof orderDetail>;

/** A claimed request belongs to its claimer for this time: no other process sends it to the provider. */
const CLAIM_SECONDS = 60;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface NewRequest extends FanKey {
	tradeNo: string;
	paymentId: string;
	part: RefundPart;
	offer: RefundOffer;
	operatorId: number;
	approvalId: string | null;
	why: string;
}

/** Gives its id. */
export function insertRequest(tx: Tx, wanted: NewRequest): Promise<string> {
	const { fanId, tradeNo, paymentId, part, offer, operatorId, approvalId, why } = wanted;
	return sql`insert into refund_request (trade_no, fan_id, payment_id, part, amount_minor, gems, operator_id, approval_id, why)
		values (${tradeNo}, ${fanId}, ${paymentId}, ${part}, ${offer.amountMinor}, ${offer.gems},
			${operatorId}, ${approvalId}, ${why})
		returning refund_request_id`.value(tx);
}

export interface RequestRow {
	status: 'asked' | 'done' | 'refused';
	refusal: string | null;
}

export function selectRequest(db: Db, requestId: string): Promise<RequestRow> {
	return sql`select status, refusal from refund_request where refund_request_id = ${requestId}`.one(db);
}

/** Returns true if the order has an unfinished refund request. */
export function selectUnderWay(tx: Tx, tradeNo: string): Promise<boolean> {
	return sql`select from refund_request where trade_no = ${tradeNo} and status = 'asked'`.exists(tx);
}

/** Sums the gems of refunds without approval in the last 24 hours. */
export function selectRefunded(
	tx: Tx,
	operatorIds: readonly number[],
	{ fanId }: FanKey,
): Promise<{ byOperators: number; ofFan: number }> {
	const day = sql`approval_id is null and status <> 'refused' and requested_at > lightstick_now() - interval '24 hours'`;
	return sql`select
		(select coalesce(sum(gems), 0) from refund_request where operator_id = any(${operatorIds})
			and ${day}) as "byOperators",
		(select coalesce(sum(gems), 0) from refund_request where fan_id = ${fanId} and ${day}) as "ofFan"`.one(tx);
}

export interface ClaimedRequest extends RefundOrder {
	tradeNo: string;
	/** True if the request was claimed before: the provider may already have made the refund. */
	again: boolean;
}

/** Claims a request for sending to the provider. Returns null if it is finished or claimed by another process. */
export function claimRequest(db: Db, requestId: string): Promise<ClaimedRequest | null> {
	return sql`update refund_request request set asked_at = lightstick_now()
		from (
			select refund_request_id, asked_at is not null as again, currency from refund_request
			join gem_order using (trade_no) where refund_request_id = ${requestId} for update of refund_request
		) before
		where request.refund_request_id = before.refund_request_id and status = 'asked'
			and (asked_at is null or asked_at <= lightstick_now() - make_interval(secs => ${CLAIM_SECONDS}))
		returning request.refund_request_id as "requestId", payment_id as "paymentId",
			amount_minor as "amountMinor",
			trade_no as "tradeNo", currency, again`.maybeOne(db);
}

/** Returns requests that a crash or an outage left unfinished, least recently claimed first. */
export function selectUnasked(db: Db, limit: number): Promise<string[]> {
	return sql`select refund_request_id as id from refund_request
		where status = 'asked'
			and coalesce(asked_at, requested_at) <= lightstick_now() - make_interval(secs => ${CLAIM_SECONDS})
		order by coalesce(asked_at, requested_at) limit ${limit}`.column(db);
}

/** Returns the unfinished requests of one order. */
export function selectAsked(db: Db, tradeNo: string): Promise<string[]> {
	return sql`select refund_request_id as id from refund_request where trade_no = ${tradeNo}
		and status = 'asked'`.column(db);
}

/** Marks the request as made by the provider, whatever the source of that fact. */
export async function finishRequest(tx: Tx, { requestId, refundId, paymentId }: RefundFacts): Promise<void> {
	if (requestId === null || !UUID.test(requestId)) return;
	await sql`update refund_request set status = 'done', refund_id = ${refundId}, refusal = null
		where refund_request_id = ${requestId} and payment_id = ${paymentId} and status <> 'done'`.run(tx);
}

/** Returns false if the request has already ended in another way. */
export function refuseRequest(tx: Tx, requestId: string, refusal: string): Promise<boolean> {
	return sql`update refund_request set status = 'refused', refusal = ${refusal}
		where refund_request_id = ${requestId} and status = 'asked' returning status`.exists(tx);
}

export function selectRequests(db: Db, tradeNo: string): Promise<Detail['requests']> {
	return sql`select refund_request_id, part, amount_minor, gems, operator.email as operator, why,
			${epochSeconds('requested_at')} as requested_time, status, refusal
		from refund_request join operator using (operator_id) where trade_no = ${tradeNo} order by requested_at`.all(db);
}
