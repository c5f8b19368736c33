/** The audit of a distributed database: its rules join all tables with each other, which only one server can. */
import { maybeOne, type Db, type Tx } from '#server/kernel/database.ts';
import { DISTRIBUTED } from '#server/db/distribute/tables.ts';
import type { Finding } from './check.ts';

export async function isDistributed(db: Db): Promise<boolean> {
	const row = await maybeOne<{ distributed: boolean }>(db, {
		text: 'select shard_keys is not null as distributed from installation',
	});
	return row?.distributed ?? false;
}

/**
 * Runs `work` on copies of the distributed tables, which lie on the coordinator until the end and hide the tables
 * themselves. Each worker has one snapshot, so what belongs to a fan is of one moment. What a coordinator and a worker have
 * committed together may be seen by half, by an audit of a site that runs: see `whatStands`.
 */
export async function onCopies<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
	// Several connections to a worker would have several snapshots.
	await tx.query({ text: 'set local citus.max_adaptive_executor_pool_size = 1' });
	const tables = DISTRIBUTED.map(({ table }) => table);
	for (const table of tables) {
		await tx.query({ text: `create temporary table ${table} on commit drop as select * from public.${table}` });
		await tx.query({ text: `analyze ${table}` });
	}
	const result = await work();
	await tx.query({ text: `drop table ${tables.map((table) => `pg_temp.${table}`).join()}` });
	return result;
}

interface Look {
	findings: Finding[];
	passed: boolean;
}

/** Looks of an audit at most. A commit is half seen for milliseconds: what is broken in all three looks is broken. */
const LOOKS_MAX = 3;

/** Looks again while a rule is broken. A rule is broken only if it is in every look; what it says is of the last. */
export async function whatStands<Report extends Look>(look: () => Promise<Report>): Promise<Report> {
	let report = await look();
	for (let looks = 1; looks < LOOKS_MAX && !report.passed; looks += 1) {
		const broken = new Set(report.findings.flatMap(({ rule, broken: rows }) => (rows > 0 ? [rule] : [])));
		const next = await look();
		const findings = next.findings.map((finding) =>
			broken.has(finding.rule) ? finding : { rule: finding.rule, broken: 0, example: null },
		);
		report = { ...next, findings, passed: findings.every((finding) => finding.broken === 0) };
	}
	return report;
}
