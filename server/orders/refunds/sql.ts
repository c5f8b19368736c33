/** Statements of the refunds that operators want. */
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { RefundFacts, RefundOrder } from '../payments/provider.ts';
import type { RefundOffer, RefundPart } from '../rules.ts';

/** How long nobody else asks the provider about a request that somebody has set out to ask about. */
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
export async function insertRequest(tx: Tx, wanted: NewRequest): Promise<string> {
	const { tradeNo, bucket, fanId, paymentId, part, offer, operatorId, approvalId, why } = wanted;
	const { id } = await one<{ id: string }>(tx, {
		text: `insert into refund_request (trade_no, bucket, fan_id, payment_id, part, amount_minor, gems, operator_id,
				approval_id, why)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning refund_request_id as id`,
		values: [tradeNo, bucket, fanId, paymentId, part, offer.amountMinor, offer.gems, operatorId, approvalId, why],
	});
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

/** Whether one of the order's has not come to its end. */
export async function selectUnderWay(tx: Tx, tradeNo: string): Promise<boolean> {
	const open = await tx.query({
		text: `select from refund_request where trade_no = $1 and status = 'asked'`,
		values: [tradeNo],
	});
	return open.length > 0;
}

/** Gems of refunds of the last 24 hours that nobody else approved. */
export function selectRefunded(
	tx: Tx,
	operatorIds: readonly number[],
	{ bucket, fanId }: FanKey,
): Promise<{ byOperators: number; ofFan: number }> {
	const day = `approval_id is null and status <> 'refused' and requested_at > lightstick_now() - interval '24 hours'`;
	return one(tx, {
		text: `select
			(select coalesce(sum(gems), 0) from refund_request where operator_id = any($1) and ${day}) as "byOperators",
			(select coalesce(sum(gems), 0) from refund_request where bucket = $2 and fan_id = $3 and ${day}) as "ofFan"`,
		values: [operatorIds, bucket, fanId],
	});
}

export interface ClaimedRequest extends RefundOrder {
	tradeNo: string;
	/** Somebody set out before: the provider may have made it already. */
	again: boolean;
}

/** For the one who will ask the provider now; null where there is nothing to ask, or somebody else is at it. */
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

/** What a crash or an outage left behind, those first that nobody has asked about for longest. */
export async function selectUnasked(db: Db, limit: number): Promise<string[]> {
	const rows = await db.query<{ id: string }>({
		text: `select refund_request_id as id from refund_request
			where status = 'asked' and coalesce(asked_at, requested_at) <= lightstick_now() - make_interval(secs => $1)
			order by coalesce(asked_at, requested_at) limit $2`,
		values: [CLAIM_SECONDS, limit],
	});
	return rows.map(({ id }) => id);
}

/** Of one order. */
export async function selectAsked(db: Db, tradeNo: string): Promise<string[]> {
	const rows = await db.query<{ id: string }>({
		text: `select refund_request_id as id from refund_request where trade_no = $1 and status = 'asked'`,
		values: [tradeNo],
	});
	return rows.map(({ id }) => id);
}

/** The provider has made it, whoever told us. */
export async function finishRequest(tx: Tx, { requestId, refundId, paymentId }: RefundFacts): Promise<void> {
	if (requestId === null || !UUID.test(requestId)) return;
	await tx.query({
		text: `update refund_request set status = 'done', refund_id = $2, refusal = null
			where refund_request_id = $1 and payment_id = $3 and status <> 'done'`,
		values: [requestId, refundId, paymentId],
	});
}

/** False where it has come to another end meanwhile. */
export async function refuseRequest(tx: Tx, requestId: string, refusal: string): Promise<boolean> {
	const refused = await tx.query({
		text: `update refund_request set status = 'refused', refusal = $2
			where refund_request_id = $1 and status = 'asked' returning status`,
		values: [requestId, refusal],
	});
	return refused.length > 0;
}
