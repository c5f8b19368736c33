/** Statements of the report on gems and money. */
import { one, type Db } from '#server/kernel/database.ts';
import { dayOf } from './sql.ts';

export const selectGems = (db: Db): Promise<{ day: number; kind: string; gems: number }[]> =>
	db.query({
		text: `select ${dayOf('created_at')} as day, kind, sum(earned + purchased)::bigint as gems
			from ledger_entry group by 1, 2 order by 1, 2`,
	});

export async function selectOrders(db: Db): Promise<Record<string, number>> {
	const rows = await db.query<{ status: string; count: number }>({
		text: 'select status, count(*)::bigint as count from gem_order group by 1 order by 1',
	});
	return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Cents. */
export interface Money {
	taken: number;
	refunded: number;
	chargedBack: number;
	refunds: number;
	disputes: number;
}

export const selectMoney = (db: Db): Promise<Money> =>
	one<Money>(db, {
		text: `select coalesce((select sum(amount_minor) from payment), 0)::bigint as taken,
				coalesce((select sum(amount_minor) from payment_refund where status = 'succeeded'), 0)::bigint as refunded,
				coalesce((select sum(amount_minor) from (
					select distinct payment_id, amount_minor from payment_dispute where status = 'lost') lost), 0)::bigint
					as "chargedBack",
				(select count(distinct refund_id) from payment_refund)::bigint as refunds,
				(select count(distinct dispute_id) from payment_dispute)::bigint as disputes`,
	});
