/**
 * Counts the rows that a piece of work reads from tables that grow with the number of fans. Runs `explain` on each
 * statement and includes the rows that the plan read and discarded.
 */
import type { Database, Statement } from '#server/kernel/database.ts';

export interface Reads {
	/** Rows read from tables and indexes, including discarded rows. */
	rows: number;
	/** Tables that were scanned sequentially. */
	whole: string[];
}

/** Tables whose size does not depend on the number of fans. Not counted: a full scan is the fastest way to one row. */
const CATALOGS = new Set([
	'artist',
	'news',
	'operator',
	'ranking',
	'ranking_entry',
	'site_setting',
	'standing',
	'vote_case',
	'vote_counting',
	'vote_fan_counting',
	'vote_top_fan',
]);

interface Plan {
	'Node Type': string;
	'Relation Name'?: string;
	'Actual Rows': number;
	'Actual Loops': number;
	'Rows Removed by Filter'?: number;
	'Rows Removed by Index Recheck'?: number;
	Plans?: Plan[];
}

/** Runs the work once to record its statements, then explains each of them. */
export async function readsOf(db: Database, work: (db: Database) => Promise<unknown>): Promise<Reads> {
	const statements: Statement[] = [];
	const listening: Database = {
		...db,
		query(statement) {
			statements.push(statement);
			return db.query(statement);
		},
	};
	await work(listening);
	const reads: Reads = { rows: 0, whole: [] };
	for (const { text, values = [] } of statements) {
		const [row] = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({
			text: `explain (analyze, format json) ${text}`,
			values,
		});
		for (const node of nodesOf(row?.['QUERY PLAN'][0]?.Plan)) {
			const table = node['Relation Name'];
			if (!node['Node Type'].endsWith('Scan') || table === undefined || CATALOGS.has(table)) continue;
			const thrownAway = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
			const rows = (node['Actual Rows'] + thrownAway) * node['Actual Loops'];
			reads.rows += rows;
			// There is nothing to read in an empty one.
			if (node['Node Type'] === 'Seq Scan' && rows > 0) reads.whole.push(table);
		}
	}
	return reads;
}

const nodesOf = (plan: Plan | undefined): Plan[] => (plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : []);
