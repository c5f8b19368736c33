/** Distributes the site of one PostgreSQL server over a Citus cluster. See docs/operating/distributed.md. */
import { one, type Database } from '#server/kernel/database.ts';
import { faultsOfCluster, readCluster } from './cluster.ts';
import { runStep, selectDone, STEPS } from './steps.ts';
import { DISTRIBUTED, NAMING_FANS } from './tables.ts';

/** Bytes a second, with the audits before and after: `npm run bench -- distribution` gave 13 million on two cores. */
const BYTES_PER_SECOND = 12_000_000;
/** Of a step with an empty table. */
const STEP_SECONDS = 0.2;

export interface Plan {
	/** Names of the steps that are left. */
	steps: readonly string[];
	/** Tables with their sizes in bytes, indexes included, the largest first. */
	tables: readonly { table: string; bytes: number }[];
	/** Seconds, roughly. */
	seconds: number;
	/** Why it cannot begin, a sentence each. */
	refusals: readonly string[];
}

/** Changes nothing. */
export async function planDistribution(db: Database): Promise<Plan> {
	const done = await selectDone(db);
	const steps = STEPS.map(({ name }) => name).filter((name) => !done.has(name));
	const names = [...DISTRIBUTED.map(({ table }) => table), ...NAMING_FANS];
	const tables = await db.query<{ table: string; bytes: number }>({
		text: `select name as table, pg_total_relation_size(name::regclass) as bytes from unnest($1::text[]) name
			where not $2::boolean or 'table ' || name = any ($3) order by bytes desc`,
		values: [names, done.size > 0, steps],
	});
	const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
	const seconds = Math.ceil(bytes / BYTES_PER_SECOND + steps.length * STEP_SECONDS);
	const refusals =
		steps.length === 0 ? [] : [...faultsOfCluster(await readCluster(db)), ...(await faultsOfSite(db, done))];
	return { steps, tables, seconds, refusals };
}

/**
 * Runs the steps that are left. A step that is killed leaves nothing behind, and the next call does it again.
 * @param told called with the name of each step before it runs
 */
export async function runDistribution(db: Database, told: (step: string) => void = () => undefined): Promise<void> {
	const done = await selectDone(db);
	for (const step of STEPS) {
		if (done.has(step.name)) continue;
		told(step.name);
		await runStep(db, step);
	}
}

async function faultsOfSite(db: Database, done: ReadonlySet<string>): Promise<string[]> {
	const site = await one<{ shards: number | null; others: number; deciding: number }>(db, {
		text: `select (select shards from installation) as shards,
				(
					select count(*) from pg_stat_activity
					where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
						and application_name not like 'citus%' and application_name <> 'lightstick distribute'
				) as others,
				(select count(*) from vote_case_work where finished_at is null) as deciding`,
	});
	const faults: string[] = [];
	if (site.shards === null) faults.push('No site has started on this database yet: start it once, then stop it');
	if (site.shards !== null && site.shards !== 1) {
		faults.push(`The site has ${site.shards} shards already, and only a site with one can be distributed`);
	}
	if (site.others > 0) {
		faults.push(`${site.others} connections use the database: stop all processes of the site, and other programs`);
	}
	if (done.size === 0 && site.deciding > 0) {
		faults.push('A case is being carried out: let the site run until its votes are void or restored, then stop it');
	}
	return faults;
}
