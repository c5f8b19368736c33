/** Facts of the installation. The database knows them, not the environment; a process reads them once, when it starts. */
import type { Config } from './config/config.ts';
import { type Db, sql } from '#server/kernel/database.ts';
import { zoneFault } from '#server/kernel/time-zone.ts';
import { StartRefused } from './config/refused.ts';
import { readLogNames } from '#public-log/server/public-log.ts';

export type SiteFacts = Awaited<ReturnType<typeof readSiteFacts>>;

/** @throws {StartRefused} if the site cannot run with what is stored */
export async function readSiteFacts(db: Db, { publicUrl }: Pick<Config, 'publicUrl'>) {
	const timezone = await sql`select timezone from site_setting`.value<string>(db);
	if ((await zoneFault(db, timezone)) === 'unknown')
		throw new StartRefused(
			`The site's time zone is ${timezone}, which Node.js or the database does not know: update the time zone data of the database server, or store another name by update site_setting set timezone = 'Asia/Seoul'`,
		);
	return { logs: await readLogNames(db, publicUrl) };
}
