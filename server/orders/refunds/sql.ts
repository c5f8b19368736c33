/** Every statement on refunds: those that operators request, and those that the provider reports. */
import type { orderDetail } from '#contract/operator/orders.ts';
import { maybeOne, one, namedStatement, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
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

const INSERT_REQUEST = namedStatement`insert into refund_request (trade_no, fan_id, payment_id, part, amount_minor,
		gems, operator_id, approval_id, why)
	values (${'tradeNo'}, ${'fanId'}, ${'paymentId'}, ${'part'}, ${'amountMinor'},
		${'gems'}, ${'operatorId'}, ${'approvalId'}, ${'why'})
	returning refund_request_id as id`;

/** Gives its id. */
export async function insertRequest(tx: Tx, { offer, ...wanted }: NewRequest): Promise<string> {
	const { amountMinor, gems } = offer;
	const { id } = await one<{ id: string }>(tx, INSERT_REQUEST({ ...wanted, amountMinor, gems }));
	return id;
}

export interface RequestRow {
	status: 'asked' | 'done' | 'refused';
	refusal: string | null;
}

export function selectRequest(db: Db, requestId: string): Promise<RequestRow> {
	return one<RequestRow>(db, {
		text: 'select status, refusal from refund_request where refund_request_id = $1',
		values: [requestId],
	});
}

/** Returns true if the order has an unfinished refund request. */
export async function selectUnderWay(tx: Tx, tradeNo: string): Promise<boolean> {
	const open = await tx.query({
		text: `select from refund_request where trade_no = $1 and status = 'asked'`,
		values: [tradeNo],
	});
	return open.length > 0;
}

/** Sums the gems of refunds without approval in the last 24 hours. */
export function selectRefunded(
	tx: Tx,
	operatorIds: readonly number[],
	{ fanId }: FanKey,
): Promise<{ byOperators: number; ofFan: number }> {
	const day = `approval_id is null and status <> 'refused' and requested_at > lightstick_now() - interval '24 hours'`;
	return one(tx, {
		text: `select
			(select coalesce(sum(gems), 0) from refund_request where operator_id = any($1) and ${day}) as "byOperators",
			(select coalesce(sum(gems), 0) from refund_request where fan_id = $2 and ${day}) as "ofFan"`,
		values: [operatorIds, fanId],
	});
}

export interface ClaimedRequest extends RefundOrder {
	tradeNo: string;
	/** True if the request was claimed before: the provider may already have made the refund. */
	again: boolean;
}

/** Claims a request for sending to the provider. Returns null if it is finished or claimed by another process. */
export function claimRequest(db: Db, requestId: string): Promise<ClaimedRequest | null> {
	return maybeOne<ClaimedRequest>(db, {
		text: `update refund_request request set asked_at = lightstick_now()
			from (
				select refund_request_id, asked_at is not null as again, currency from refund_request
				join gem_order using (trade_no) where refund_request_id = $1 for update of refund_request
			) before
			where request.refund_request_id = before.refund_request_id and status = 'asked'
				and (asked_at is null or asked_at <= lightstick_now() - make_interval(secs => $2))
			returning request.refund_request_id as "requestId", payment_id as "paymentId", amount_minor as "amountMinor",
				trade_no as "tradeNo", currency, again`,
		values: [requestId, CLAIM_SECONDS],
	});
}

/** Returns requests that a crash or an outage left unfinished, least recently claimed first. */
export async function selectUnasked(db: Db, limit: number): Promise<string[]> {
	const rows = await db.query<{ id: string }>({
		text: `select refund_request_id as id from refund_request
			where status = 'asked' and coalesce(asked_at, requested_at) <= lightstick_now() - make_interval(secs => $1)
			order by coalesce(asked_at, requested_at) limit $2`,
		values: [CLAIM_SECONDS, limit],
	});
	return rows.map(({ id }) => id);
}

/** Returns the unfinished requests of one order. */
export async function selectAsked(db: Db, tradeNo: string): Promise<string[]> {
	const rows = await db.query<{ id: string }>({
		text: `select refund_request_id as id from refund_request where trade_no = $1 and status = 'asked'`,
		values: [tradeNo],
	});
	return rows.map(({ id }) => id);
}

/** Marks the request as made by the provider, whatever the source of that fact. */
export async function finishRequest(tx: Tx, { requestId, refundId, paymentId }: RefundFacts): Promise<void> {
	if (requestId === null || !UUID.test(requestId)) return;
	await tx.query({
		text: `update refund_request set status = 'done', refund_id = $2, refusal = null
			where refund_request_id = $1 and payment_id = $3 and status <> 'done'`,
		values: [requestId, refundId, paymentId],
	});
}

/** Returns false if the request has already ended in another way. */
export async function refuseRequest(tx: Tx, requestId: string, refusal: string): Promise<boolean> {
	const refused = await tx.query({
		text: `update refund_request set status = 'refused', refusal = $2
			where refund_request_id = $1 and status = 'asked' returning status`,
		values: [requestId, refusal],
	});
	return refused.length > 0;
}

export function selectRequests(db: Db, tradeNo: string): Promise<Detail['requests']> {
	return db.query({
		text: `select refund_request_id, part, amount_minor, gems, operator.email as operator, why,
				${epochSeconds('requested_at')} as requested_time, status, refusal
			from refund_request join operator using (operator_id) where trade_no = $1 order by requested_at`,
		values: [tradeNo],
	});
}

export interface RefundRow extends Omit<RefundFacts, 'requestId'> {
	/** Null until settled. */
	gemsTaken: number | null;
}

const REFUND = `refund_id as "refundId", payment_id as "paymentId", amount_minor as "amountMinor", status,
	gems_taken as "gemsTaken"`;

export async function insertRefund(tx: Tx, refund: RefundFacts): Promise<void> {
	await tx.query({
		text: `insert into payment_refund (refund_id, payment_id, amount_minor, status, heard_at)
			values ($1, $2, $3, $4, lightstick_now()) on conflict (refund_id) do nothing`,
		values: [refund.refundId, refund.paymentId, refund.amountMinor, refund.status],
	});
}

export function lockRefund(tx: Tx, refundId: string): Promise<RefundRow> {
	return one<RefundRow>(tx, {
		text: `select ${REFUND} from payment_refund where refund_id = $1 for update`,
		values: [refundId],
	});
}

export function selectRefunds(tx: Tx, paymentId: string): Promise<RefundRow[]> {
	return tx.query<RefundRow>({
		text: `select ${REFUND} from payment_refund where payment_id = $1 order by heard_at, refund_id for update`,
		values: [paymentId],
	});
}

export async function updateRefund(tx: Tx, { refundId, status, gemsTaken }: RefundRow): Promise<void> {
	await tx.query({
		text: `update payment_refund set status = $2, gems_taken = $3 where refund_id = $1`,
		values: [refundId, status, gemsTaken],
	});
}

export function selectRefundFacts(db: Db, payments: string[]): Promise<Detail['refunds']> {
	return db.query({
		text: `select refund_id, payment_id, amount_minor, status, gems_taken, ${epochSeconds('heard_at')} as heard_time
			from payment_refund where payment_id = any($1) order by heard_at, refund_id`,
		values: [payments],
	});
}
