/** What follows a restore, of either kind of database, or a revoked key: new names for the public logs, then their audit. */
import type { Config } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_JOBS } from '#server/db/timeouts.ts';
import type { Database } from '#server/kernel/database.ts';
import { openLogWriter } from '#server/stores.ts';
import { beginGeneration, type Cause } from '#server/vote-log/generations/begin.ts';
import { ofGeneration } from '#server/vote-log/generations/names.ts';
import { selectGeneration } from '#server/vote-log/generations/sql.ts';
import { openLogKeys, type LogKeys } from '#server/vote-log/keys.ts';
import { checkLogs } from './check-restored.ts';

/**
 * Returns true if every log passes.
 * @param ownerUrl of a database that no site uses now
 * @param findCause why new logs begin, once the database has its tables; null: they have begun already, and are checked
 */
export async function beginLogs(
	ownerUrl: string,
	config: Config,
	findCause: (db: Database, keys: LogKeys) => Cause | Promise<Cause | null>,
	tell: (line: string) => void,
): Promise<boolean> {
	// A backup may be older than this version.
	await migrate(ownerUrl);
	const db = openDatabase(ownerUrl, { role: null, max: 2, timeouts: OF_JOBS });
	try {
		const keys = await openLogKeys(config);
		const openStore = (generation: number) => openLogWriter({ ...config, voteLog: { generation } });
		const cause = await findCause(db, keys);
		const deps = { db, voteLog: config.voteLog, keys, openStore };
		const voteLog = cause
			? ofGeneration(config.voteLog, await beginGeneration(deps, cause))
			: ofGeneration(config.voteLog, await selectGeneration(db));
		tell(`The public logs go on as ${voteLog.prefix}; those before have ended`);
		return await checkLogs(db, { ...config, voteLog }, tell);
	} finally {
		await db.close();
	}
}
