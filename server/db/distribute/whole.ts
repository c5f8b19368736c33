/** Whether a site may start on a database that was distributed, or began to be. */
import { StartRefused } from '#server/config/refused.ts';
import { one, type Database } from '#server/kernel/database.ts';
import { openDatabase } from '../pool.ts';
import { faultsOfCluster, readCluster } from './cluster.ts';

/**
 * Refuses to start on a database that is half distributed, or on a cluster that is not as it was tested.
 * @throws {StartRefused}
 */
export async function expectWholeDistribution(ownerUrl: string): Promise<void> {
	const db = openDatabase(ownerUrl, { role: null, max: 1 });
	try {
		await expectWhole(db);
	} finally {
		await db.close();
	}
}

async function expectWhole(db: Database): Promise<void> {
	const { keys, shards } = await readInstallation(db);
	if (keys === null) return;
	if (shards !== keys.length) {
		throw new StartRefused(
			'This database is half distributed: run "npm run distribute -- --go" again, which goes on where it was interrupted. ' +
				'Nothing is counted twice by it',
		);
	}
	const cluster = await readCluster(db);
	// Fans of the other workers vote on while one is away.
	const faults = [...faultsOfCluster({ ...cluster, workers: cluster.workers.filter(({ error }) => error === null) })];
	if (faults.length > 0) throw new StartRefused(faults.join('. '));
}

/** Of a database without the table or the column, from before either, nothing is distributed. */
async function readInstallation(db: Database): Promise<{ keys: number[] | null; shards: number }> {
	const { exists } = await one<{ exists: boolean }>(db, {
		text: `select to_regclass('public.installation') is not null as exists`,
	});
	if (!exists) return { keys: null, shards: 1 };
	const rows = await db.query<{ row: { shard_keys?: number[] | null; shards?: number } }>({
		text: 'select to_jsonb(installation) as row from installation',
	});
	const { shard_keys: keys = null, shards = 1 } = rows[0]?.row ?? {};
	return { keys, shards };
}
