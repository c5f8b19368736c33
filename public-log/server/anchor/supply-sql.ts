/** Statements that sum up all gems without reading the ledger: see `supply_total` and `supply_change`. */
import { one, type Tx } from '#server/kernel/database.ts';

/** Moves what was written since the last time into the totals. */
export async function countChanges(tx: Tx): Promise<void> {
	await tx.query({
		text: `with taken as (delete from supply_change returning kind, earned, purchased)
			insert into supply_total
			select kind, coalesce(sum(earned) filter (where earned > 0), 0), coalesce(-sum(earned) filter (where earned < 0), 0),
				coalesce(sum(purchased) filter (where purchased > 0), 0),
				coalesce(-sum(purchased) filter (where purchased < 0), 0)
			from taken group by kind order by kind
			on conflict (kind) do update set earned_in = supply_total.earned_in + excluded.earned_in,
				earned_out = supply_total.earned_out + excluded.earned_out,
				purchased_in = supply_total.purchased_in + excluded.purchased_in,
				purchased_out = supply_total.purchased_out + excluded.purchased_out`,
	});
}

export interface KindTotal {
	kind: string;
	earnedIn: number;
	earnedOut: number;
	purchasedIn: number;
	purchasedOut: number;
}

export function selectTotals(tx: Tx): Promise<KindTotal[]> {
	return tx.query<KindTotal>({
		text: `select kind, earned_in as "earnedIn", earned_out as "earnedOut", purchased_in as "purchasedIn",
				purchased_out as "purchasedOut"
			from supply_total`,
	});
}

export interface Sums {
	/** Epoch seconds. */
	at: number;
	/** Of all wallets. */
	heldEarned: number;
	heldPurchased: number;
	/** Of all votes in logs. */
	votedEarned: number;
	votedPurchased: number;
	/** Index of the last supply leaf. */
	prev: number | null;
}

/** Reads every wallet: as many rows as there are fans. */
export function selectSums(tx: Tx): Promise<Sums> {
	return one<Sums>(tx, {
		text: `select floor(extract(epoch from lightstick_now()))::bigint as at, held.earned as "heldEarned",
				held.purchased as "heldPurchased", voted.earned as "votedEarned", voted.purchased as "votedPurchased",
				(select max(index) from anchor_leaf where kind = 'supply') as prev
			from (
				select coalesce(sum(earned), 0)::bigint as earned, coalesce(sum(purchased), 0)::bigint as purchased from wallet
			) held cross join (
				select coalesce(sum(gems_earned), 0)::bigint as earned, coalesce(sum(gems_purchased), 0)::bigint as purchased
				from vote_log
			) voted`,
	});
}

export interface RankingSums {
	rankingId: number;
	rankingKey: string;
	size: number;
	votes: number;
	tickets: number;
	gemsEarned: number;
	gemsPurchased: number;
}

/** Logs that have grown since the last supply. */
export function selectGrown(tx: Tx): Promise<RankingSums[]> {
	return tx.query<RankingSums>({
		text: `select ranking_id as "rankingId", ranking_key as "rankingKey", vote_log.size, vote_count as votes, tickets,
				gems_earned as "gemsEarned", gems_purchased as "gemsPurchased"
			from vote_log join ranking using (ranking_id) left join log_anchoring using (ranking_id)
			where vote_log.size > coalesce(supply_size, 0) order by ranking_id`,
	});
}

export async function markSupplied(tx: Tx, grown: readonly RankingSums[]): Promise<void> {
	await tx.query({
		text: `insert into log_anchoring (ranking_id, supply_size) select * from unnest($1::integer[], $2::bigint[])
			on conflict (ranking_id) do update set supply_size = excluded.supply_size`,
		values: [grown.map(({ rankingId }) => rankingId), grown.map(({ size }) => size)],
	});
}
