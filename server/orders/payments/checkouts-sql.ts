/** Every statement on checkouts: the card pages of the payment provider. */
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { CheckoutStatus } from '../rules.ts';

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
