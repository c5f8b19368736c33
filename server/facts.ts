/** Facts of the installation. The database knows them, not the environment; a process reads them once, when it starts. */
import type { Config } from './config/config.ts';
import type { Db } from '#server/kernel/database.ts';
import { logNames, type LogNames } from '#public-log/server/generations/names.ts';
import { selectGeneration } from '#public-log/server/generations/sql.ts';

export interface SiteFacts {
	/** Names of the public logs, which a restore changes. */
	logs: LogNames;
}

export async function readSiteFacts(db: Db, { publicUrl }: Pick<Config, 'publicUrl'>): Promise<SiteFacts> {
	return { logs: logNames(publicUrl, await selectGeneration(db)) };
}
