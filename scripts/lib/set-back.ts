/** What follows a restore, of either kind of database: new names for the public logs, then the audit of books and logs. */
import type { Config } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_JOBS } from '#server/db/timeouts.ts';
import { openLogWriter } from '#server/stores.ts';
import { beginGeneration } from '#server/vote-log/generations/begin.ts';
import { ofGeneration } from '#server/vote-log/generations/names.ts';
import { openLogKeys } from '#server/vote-log/keys.ts';
import { checkLogs } from './check-restored.ts';

/** Returns true if every log passes. @param ownerUrl of a database that no site uses now */
export async function setBack(
	ownerUrl: string,
	config: Config,
	restoredTo: Date,
	tell: (line: string) => void,
): Promise<boolean> {
	// A backup may be older than this version.
	await migrate(ownerUrl);
	const db = openDatabase(ownerUrl, { role: null, max: 2, timeouts: OF_JOBS });
	try {
		const openStore = (generation: number) => openLogWriter({ ...config, voteLog: { generation } });
		const generation = await beginGeneration(
			{ db, voteLog: config.voteLog, keys: await openLogKeys(config), openStore },
			restoredTo,
		);
		const voteLog = ofGeneration(config.voteLog, generation);
		tell(`The public logs go on as ${voteLog.prefix}; those before have ended`);
		return await checkLogs(db, { ...config, voteLog }, tell);
	} finally {
		await db.close();
	}
}
