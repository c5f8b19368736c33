/** Re-proves the books from their entries, in one snapshot of the database. */
import type { Database } from '#server/db/pool.ts';
import type { Gems } from '#server/gems/rules.ts';
import { checks } from './checks.ts';
import { storeChecks } from './store-checks.ts';
import { voidChecks } from './void-checks.ts';

export interface Finding {
	rule: string;
	/** How many places break it. */
	broken: number;
	/** The first of them. */
	example: Record<string, unknown> | null;
}

export interface Supply {
	/** Gems by what moved them, signed; their sum is what all wallets hold, of the earned and of the bought. */
	byKind: Record<string, Gems>;
	inWallets: Gems;
}

/** Money of one currency, in its minor units. */
export interface Takings {
	currency: string;
	/** Orders that gave gems. */
	orders: number;
	/** What the provider took, second payments included. */
	takenMinor: number;
	refundedMinor: number;
	/** Held or taken back by banks. */
	disputedMinor: number;
}

export interface AuditReport {
	findings: Finding[];
	supply: Supply;
	takings: Takings[];
	votes: number;
	tickets: number;
	passed: boolean;
}

export async function audit(db: Database): Promise<AuditReport> {
	return db.transaction(async (tx) => {
		await tx.query({ text: 'set transaction isolation level repeatable read, read only' });
		const findings: Finding[] = [];
		for (const { rule, text } of [...checks, ...voidChecks, ...storeChecks]) {
			const [row] = await tx.query<{ broken: number; example: Record<string, unknown> | null }>({
				text: `with broken as (${text}) select count(*) as broken, (select to_jsonb(broken) from broken limit 1) as example
					from broken`,
			});
			findings.push({ rule, broken: row?.broken ?? 0, example: row?.example ?? null });
		}
		const kinds = await tx.query<Gems & { kind: string }>({
			text: `select kind, sum(earned) as earned, sum(purchased) as purchased from ledger_entry group by kind order by kind`,
		});
		const [wallets] = await tx.query<Gems>({
			text: `select coalesce(sum(earned), 0) as earned, coalesce(sum(purchased), 0) as purchased from wallet`,
		});
		const takings = await tx.query<Takings>({ text: TAKINGS });
		const [votes] = await tx.query<{ votes: number; tickets: number }>({
			text: `select count(*) as votes, coalesce(sum(tickets), 0) as tickets from vote`,
		});
		const inWallets = wallets ?? { earned: 0, purchased: 0 };
		const supply = {
			byKind: Object.fromEntries(kinds.map(({ kind, earned, purchased }) => [kind, { earned, purchased }])),
			inWallets,
		};
		const issued = {
			earned: kinds.reduce((sum, { earned }) => sum + earned, 0),
			purchased: kinds.reduce((sum, { purchased }) => sum + purchased, 0),
		};
		const balanced = issued.earned === inWallets.earned && issued.purchased === inWallets.purchased;
		findings.push({
			rule: 'gems issued, less gems spent and taken back, are the gems in wallets: of the earned and of the bought',
			broken: balanced ? 0 : 1,
			example: balanced ? null : { issued, inWallets },
		});
		return {
			findings,
			supply,
			takings,
			votes: votes?.votes ?? 0,
			tickets: votes?.tickets ?? 0,
			passed: findings.every(({ broken }) => broken === 0),
		};
	});
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
