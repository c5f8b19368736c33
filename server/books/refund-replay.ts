/** Takes every partial refund again, from the ledger as it stood then, and compares what it took. */
import type { Tx } from '#server/kernel/database.ts';
import { leftOf, replayLots, type LotEntry } from '#server/gems/gems.ts';
import { gemsOfRefund } from '#server/orders/rules.ts';

interface OrderRow {
	tradeNo: string;
	fanId: number;
	gems: number;
	bonusGems: number;
	priceMinor: number;
	currency: string;
	refunds: { amountMinor: number; gemsTaken: number }[];
	/** Every move of bought gems of this fan, in order. */
	entries: LotEntry[];
}

export interface WrongRefund {
	trade_no: string;
	fan_id: number;
	taken: number[];
	expected: number | null;
}

const PAGE = 200;

/** Orders with a dispute or a refund that failed are left out: what was known when gems moved is not told by what is now. */
export async function replayRefunds(tx: Tx): Promise<WrongRefund[]> {
	const wrong: WrongRefund[] = [];
	let after = '';
	for (;;) {
		const orders = await tx.query<OrderRow>({ text: ORDERS, values: [after, PAGE] });
		for (const order of orders) {
			const found = replay(order);
			if (found) wrong.push(found);
		}
		const last = orders.at(-1);
		if (!last || orders.length < PAGE) return wrong;
		after = last.tradeNo;
	}
}

function replay(order: OrderRow): WrongRefund | null {
	const { tradeNo, refunds, entries } = order;
	const open = refunds.filter(({ gemsTaken }) => gemsTaken > 0);
	let refundedMinor = 0;
	let gemsTaken = 0;
	for (const [index, entry] of entries.entries()) {
		if (entry.kind !== 'refund' || entry.cause !== tradeNo) continue;
		const left = leftOf(replayLots(entries.slice(0, index)), tradeNo);
		const expected = (amountMinor: number) => gemsOfRefund({ order, left, refundedMinor, gemsTaken, amountMinor });
		// Entries do not say which refund they are of: of those that took as much, one must have been due so much.
		const made = open.findIndex(
			(refund) => refund.gemsTaken === -entry.purchased && expected(refund.amountMinor) === refund.gemsTaken,
		);
		const [refund] = made === -1 ? [] : open.splice(made, 1);
		if (!refund) {
			const next = open[0];
			return wrongRefund(order, next ? expected(next.amountMinor) : null);
		}
		refundedMinor += refund.amountMinor;
		gemsTaken += refund.gemsTaken;
	}
	if (open.length > 0) return wrongRefund(order, null);
	// A refund that took nothing found nothing to take.
	const idle = refunds.some((refund) => refund.gemsTaken === 0);
	return idle && gemsTaken < order.gems + order.bonusGems ? wrongRefund(order, null) : null;
}

function wrongRefund({ tradeNo, fanId, refunds }: OrderRow, expected: number | null): WrongRefund {
	return { trade_no: tradeNo, fan_id: fanId, taken: refunds.map(({ gemsTaken }) => gemsTaken), expected };
}

const ORDERS = `
	select trade_no as "tradeNo", gem_order.fan_id as "fanId", gems, bonus_gems as "bonusGems", price_minor as "priceMinor",
		gem_order.currency, made.refunds, moved.entries
	from gem_order join payment using (trade_no)
	join lateral (
		select json_agg(json_build_object('amountMinor', amount_minor, 'gemsTaken', gems_taken) order by heard_at, refund_id)
			as refunds, bool_or(status = 'failed' or gems_taken is null) as uncertain
		from payment_refund refund where refund.payment_id = payment.payment_id
	) made on refunds is not null and not uncertain
	join lateral (
		select coalesce(json_agg(json_build_object('kind', kind, 'purchased', purchased, 'cause', cause) order by seq), '[]')
			as entries
		from ledger_entry entry
		where entry.fan_id = gem_order.fan_id and purchased <> 0
	) moved on true
	where role = 'order' and trade_no > $1
		and not exists (select from payment_dispute dispute where dispute.payment_id = payment.payment_id)
	order by trade_no limit $2`;
