/** Sums up the books: gems, money, and whether the clock of their timestamps ran evenly. */
import { type Tx, sql } from '#server/kernel/database.ts';
import type { Gems } from '#server/gems/gems.ts';

export interface Supply {
	/** Gems by what moved them, signed; their sum is what all wallets hold, of the earned and of the bought. */
	byKind: Record<string, Gems>;
	inWallets: Gems;
}

export async function readSupply(tx: Tx): Promise<Supply> {
	const kinds = await sql`select kind, sum(earned) as earned, sum(purchased) as purchased from ledger_entry
		group by kind order by kind`.all<Gems & { kind: string }>(tx);
	const wallets = sql`select coalesce(sum(earned), 0) as earned, coalesce(sum(purchased), 0) as purchased from wallet`;
	return {
		byKind: Object.fromEntries(kinds.map(({ kind, earned, purchased }) => [kind, { earned, purchased }])),
		inWallets: await wallets.one<Gems>(tx),
	};
}

/** Money of one currency, in its minor units. */
export interface Takings {
	currency: string;
	/** Orders that gave gems. */
	orders: number;
	/** Money that the provider collected (minor units), second payments included. */
	takenMinor: number;
	refundedMinor: number;
	/** Money held or taken back by banks. */
	disputedMinor: number;
}

export function readTakings(tx: Tx): Promise<Takings[]> {
	return tx.query<Takings>({ text: TAKINGS });
}

export interface ClockSteps {
	/** Ledger entries that are earlier by their time than the one before them. */
	steps: number;
	/** The longest such step, in milliseconds. */
	longestMs: number;
}

/**
 * A clock that was set back shows in wallets that moved before and after: their entries are numbered in order. One wallet
 * of `oneOf` is looked at: a clock is everybody's, but a short step may show in few wallets.
 */
export async function readClockSteps(tx: Tx, oneOf: number): Promise<ClockSteps> {
	const [row] = await tx.query<ClockSteps>({ text: CLOCK_STEPS, values: [oneOf] });
	return row ?? { steps: 0, longestMs: 0 };
}

const TAKINGS = `
	select currency, sum(orders)::bigint as orders, sum(taken)::bigint as "takenMinor", sum(refunded)::bigint as "refundedMinor",
		sum(disputed)::bigint as "disputedMinor"
	from (
		select payment.currency, case when role = 'order' then 1 else 0 end as orders, amount_minor as taken,
			coalesce((select sum(amount_minor) from payment_refund refund
				where refund.payment_id = payment.payment_id and status <> 'failed'), 0) as refunded,
			coalesce((select sum(amount_minor) from payment_dispute dispute
				where dispute.payment_id = payment.payment_id and status in ('open', 'lost')), 0) as disputed
		from payment
	) money group by currency order by currency`;
// A vote's entry is in whole milliseconds, another's is not.
const CLOCK_STEPS = `
	select count(*) as steps, coalesce(1000 * extract(epoch from max(step)), 0)::bigint as "longestMs" from (
		select lag(created_at) over entries - created_at as step
		from ledger_entry where fan_id % $1 = 0 window entries as (partition by fan_id order by seq)
	) steps where step >= interval '1 millisecond'`;
