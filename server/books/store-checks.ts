/** Rules that must hold between orders, payments, lots and the ledger. */
import type { Checks } from './check.ts';
import type { Tx } from '#server/kernel/database.ts';
import { leftOf, replayLots, type LotEntry } from '#server/gems/gems.ts';
import { gemsOfRefund } from '#server/orders/rules.ts';

export const storeChecks: Checks = {
	'every fulfilled order has one payment of exactly its price, and every such payment its fulfilled order': `
		select coalesce(bought.trade_no, payment.trade_no) as trade_no, payment_id from
				(select * from gem_order where fulfilled_at is not null) bought
			full join (select * from payment where role = 'order') payment using (trade_no)
			where (payment.amount_minor, payment.currency) is distinct from (bought.price_minor, bought.currency)`,
	'every fulfilled order gave its gems by one purchase entry, and every purchase entry belongs to one': `
		select coalesce(bought.trade_no, entry.cause) as trade_no, entry.fan_id, entry.seq from
				(select * from gem_order where fulfilled_at is not null) bought
			full join (select * from ledger_entry where kind = 'purchase') entry
				on entry.fan_id = bought.fan_id and entry.cause = bought.trade_no
			where (entry.purchased, entry.earned) is distinct from (bought.gems::bigint, 0::bigint)
			union all
			select cause, fan_id, min(seq) from ledger_entry where kind = 'purchase'
			group by fan_id, cause having count(*) > 1`,
	'every fulfilled order with a bonus gave it by one entry, and every bonus entry belongs to one': `
		select coalesce(bought.trade_no, entry.cause) as trade_no, entry.fan_id, entry.seq from
				(select * from gem_order where fulfilled_at is not null and bonus_gems > 0) bought
			full join (select * from ledger_entry where kind = 'bonus') entry
				on entry.fan_id = bought.fan_id and entry.cause = bought.trade_no
			where (entry.purchased, entry.earned) is distinct from (bought.bonus_gems::bigint, 0::bigint)`,
	'every fulfilled order has a lot of its gems, from its purchase entry, and every lot its order': `
		select trade_no, lot.ledger_seq from
				(select * from gem_order where fulfilled_at is not null) bought
			full join gem_lot lot using (fan_id, trade_no)
			left join ledger_entry entry
				on entry.fan_id = lot.fan_id and entry.seq = lot.ledger_seq
			where (lot.base, lot.bonus) is distinct from (bought.gems::bigint, bought.bonus_gems::bigint)
				or (entry.kind, entry.cause) is distinct from ('purchase', trade_no)`,
	'gems that refunds and disputes took are in the ledger, never more than the order gave, and of no other entry': `
		select trade_no, taken, booked from (
				select gem_order.fan_id, trade_no, gems + bonus_gems as given,
					coalesce((select sum(gems_taken) from payment_refund where payment_id = payment.payment_id), 0)
					+ coalesce((select sum(gems_taken) from payment_dispute where payment_id = payment.payment_id), 0) as taken
				from gem_order join payment using (trade_no) where role = 'order'
			) bought
			full join (
				select fan_id, cause as trade_no, -sum(purchased) as booked from ledger_entry
				where kind in ('refund', 'chargeback') group by fan_id, cause
			) entry using (fan_id, trade_no)
			where coalesce(taken, 0) <> coalesce(booked, 0) or taken > given or (taken is null and booked is not null)`,
	'an order has given gems exactly when its status says so': `select trade_no, status from gem_order
			where (status in ('fulfilled', 'refunded', 'disputed')) <> (fulfilled_at is not null)
				or (fulfilled_at is not null and paid_at is null)`,
	'a disputed order has a dispute that was not won, and a refunded one a refund that did not fail': `
		select trade_no, gem_order.status from gem_order join payment using (trade_no)
			where role = 'order' and (
				(gem_order.status = 'disputed' and not exists (select from payment_dispute dispute
					where dispute.payment_id = payment.payment_id and dispute.status in ('open', 'lost')))
				or (gem_order.status = 'refunded' and not exists (select from payment_refund refund
					where refund.payment_id = payment.payment_id and refund.status <> 'failed')))`,
	'every refund that operators wanted and got is one refund of its sum': `
		select refund_request_id, request.trade_no from refund_request request
			left join payment_refund refund using (refund_id)
			where request.status = 'done' and (refund.payment_id, refund.amount_minor)
				is distinct from (request.payment_id, request.amount_minor)`,
	'money that bought nothing goes back within a day': `select payment_id, trade_no, received_at from payment
			where role = 'surplus' and received_at < lightstick_now() - interval '1 day'
				and not exists (select from payment_refund refund
					where refund.payment_id = payment.payment_id and refund.status <> 'failed')
				and not exists (select from payment_dispute dispute where dispute.payment_id = payment.payment_id)`,
	'a refund that operators want is made or refused within a day': `
		select refund_request_id, trade_no, requested_at from refund_request
			where status = 'asked' and requested_at < lightstick_now() - interval '1 day'`,
	'a payment that bought nothing took no gems back': `
		select payment_id, trade_no from payment join payment_refund using (payment_id)
			where role = 'surplus' and gems_taken > 0`,
};

/** Takes every partial refund again, from the ledger as it stood then, and compares what it took. */
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

const PAGE = 200;

/** Orders with a dispute or a refund that failed are left out: what was known when gems moved is not told by what is now. */
export async function replayRefunds(tx: Tx): Promise<object[]> {
	const wrong: object[] = [];
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

function replay(order: OrderRow): object | null {
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

function wrongRefund({ tradeNo, fanId, refunds }: OrderRow, expected: number | null): object {
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
