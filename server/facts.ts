/** Facts of the installation. The database knows them, not the environment; a process reads them once, when it starts. */
import type { Config } from './config/config.ts';
import type { Db } from '#server/kernel/database.ts';
import { readLogNames, type LogNames } from '#public-log/server/public-log.ts';

export interface SiteFacts {
	/** Names of the public logs, which a restore changes. */
	logs: LogNames;
}

export async function readSiteFacts(db: Db, { publicUrl }: Pick<Config, 'publicUrl'>): Promise<SiteFacts> {
	return { logs: await readLogNames(db, publicUrl) };
}
