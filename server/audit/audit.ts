/** Re-proves the books from their entries, in one snapshot of the database. */
import type { Database } from '#server/db/pool.ts';
import { checks } from './checks.ts';

export interface Finding {
	rule: string;
	/** How many places break it. */
	broken: number;
	/** The first of them. */
	example: Record<string, unknown> | null;
}

export interface Supply {
	/** Gems by what moved them, signed; their sum is what all wallets hold. */
	byKind: Record<string, number>;
	inWallets: number;
}

export interface AuditReport {
	findings: Finding[];
	supply: Supply;
	votes: number;
	tickets: number;
	passed: boolean;
}

export async function audit(db: Database): Promise<AuditReport> {
	return db.transaction(async (tx) => {
		await tx.query({ text: 'set transaction isolation level repeatable read, read only' });
		const findings: Finding[] = [];
		for (const { rule, text } of checks) {
			const [row] = await tx.query<{ broken: number; example: Record<string, unknown> | null }>({
				text: `with broken as (${text}) select count(*) as broken, (select to_jsonb(broken) from broken limit 1) as example
					from broken`,
			});
			findings.push({ rule, broken: row?.broken ?? 0, example: row?.example ?? null });
		}
		const kinds = await tx.query<{ kind: string; gems: number }>({
			text: `select kind, sum(earned + purchased) as gems from ledger_entry group by kind order by kind`,
		});
		const [wallets] = await tx.query<{ gems: number }>({
			text: `select coalesce(sum(earned + purchased), 0) as gems from wallet`,
		});
		const [votes] = await tx.query<{ votes: number; tickets: number }>({
			text: `select count(*) as votes, coalesce(sum(tickets), 0) as tickets from vote`,
		});
		const supply = {
			byKind: Object.fromEntries(kinds.map(({ kind, gems }) => [kind, gems])),
			inWallets: wallets?.gems ?? 0,
		};
		const issued = kinds.reduce((sum, { gems }) => sum + gems, 0);
		const balanced = issued === supply.inWallets;
		findings.push({
			rule: 'gems issued, less gems spent and taken back, are the gems in wallets',
			broken: balanced ? 0 : 1,
			example: balanced ? null : { issued, inWallets: supply.inWallets },
		});
		return {
			findings,
			supply,
			votes: votes?.votes ?? 0,
			tickets: votes?.tickets ?? 0,
			passed: findings.every(({ broken }) => broken === 0),
		};
	});
}
