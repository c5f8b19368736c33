/** Statements of reports. Each reads by an index on time. */
import type { Report } from '#contract/operator/reports.ts';
import { type Tx, sql } from '#server/kernel/database.ts';

/** Instants: the report begins at `from` and ends before `to`; the one before it begins at `before`. */
export interface Instants {
	before: Date;
	from: Date;
	to: Date;
}

export type IncomeRow = Report['days'][number];

export const selectIncome = (tx: Tx, { before, to }: Instants): Promise<IncomeRow[]> =>
	sql`with moved as (
			select fulfilled_at as at, currency, 1 as orders, price_minor as gross, 0 as refunded, 0 as disputed
			from gem_order where fulfilled_at >= ${before} and fulfilled_at < ${to}
			union all
			select heard_at, currency, 0, 0, refund.amount_minor, 0 from payment_refund refund join payment using (payment_id)
			where heard_at >= ${before} and heard_at < ${to} and status <> 'failed' and role = 'order'
			union all
			select heard_at, currency, 0, 0, 0, dispute.amount_minor
			from payment_dispute dispute join payment using (payment_id)
			where heard_at >= ${before} and heard_at < ${to} and status in ('open', 'lost') and role = 'order'
		)
		select (at at time zone site.timezone)::date::text as day, currency, sum(orders)::bigint as orders,
			sum(gross)::bigint as gross_minor, sum(refunded)::bigint as refunded_minor,
			sum(disputed)::bigint as disputed_minor, sum(gross - refunded - disputed)::bigint as net_minor
		from moved cross join site_setting site group by 1, 2 order by 1, 2`.all(tx);

export const selectPacks = (tx: Tx, { before, from, to }: Instants): Promise<Report['packs']> =>
	sql`select goods_id, currency, max(gems) as gems, max(bonus_gems) as bonus_gems,
			count(*) filter (where fulfilled_at >= ${from}) as orders,
			coalesce(sum(price_minor) filter (where fulfilled_at >= ${from}), 0)::bigint as gross_minor,
			count(*) filter (where fulfilled_at < ${from}) as orders_before,
			coalesce(sum(price_minor) filter (where fulfilled_at < ${from}), 0)::bigint as gross_before_minor
		from gem_order where fulfilled_at >= ${before} and fulfilled_at < ${to}
		group by goods_id, currency order by gross_minor desc, gross_before_minor desc, goods_id limit 100`.all(tx);

export interface ArtistVotes {
	artist_id: number;
	en_name: string;
	votes: number;
	votes_before: number;
}

export const selectVotes = (tx: Tx, { before, from, to }: Instants): Promise<ArtistVotes[]> =>
	sql`select artist_id, en_name, votes, votes_before from (
			select artist_id, coalesce(sum(tickets) filter (where value >= ${hourOf(from)}), 0)::bigint as votes,
				coalesce(sum(tickets) filter (where value < ${hourOf(from)}), 0)::bigint as votes_before
			from vote_concentration where kind = 'hour' and value >= ${hourOf(before)} and value < ${hourOf(to)}
				and ranking_id in (select ranking_id from ranking where starts_at < ${to} and ends_at > ${before})
			group by artist_id
		) cast_votes join artist using (artist_id) order by votes desc, votes_before desc, artist_id`.all(tx);

/** Null before the first ranking. */
export const selectCountedThrough = (tx: Tx): Promise<Date | null> =>
	sql`select counted_through from vote_counting`.maybeValue(tx);

/** An hour counts where it begins: some zones begin their days at half past. */
const hourOf = (at: Date) => new Date(Math.ceil(at.getTime() / 3_600_000) * 3_600_000).toISOString().slice(0, 13);

export const selectNewFans = (tx: Tx, { before, from, to }: Instants): Promise<{ now: number; before: number }> =>
	sql`select count(*) filter (where registered_at >= ${from}) as now,
			count(*) filter (where registered_at < ${from}) as before
		from fan where registered_at >= ${before} and registered_at < ${to}`.one(tx);
