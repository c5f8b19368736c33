/** The database of a site that exists, for commands that look after it. */
import type { Config } from '#server/config/config.ts';
import { describeDatabase } from '#server/config/database.ts';
import { StartRefused } from '#server/config/refused.ts';
import { hasEmbedded } from '#server/db/embedded.ts';
import { findSite } from '#server/db/installation.ts';
import { expectOwner, findDatabase, type FoundDatabase } from '#server/db/start.ts';

const SETTINGS = 'with the settings of the site: see docs/operating/commands.md';

/**
 * Opens the site's database and prints which one it is. An embedded one stops at the end of the block that uses it.
 * @param asOwner true for a command that changes tables
 * @throws {StartRefused} if there is none, or if no site was begun in it: the command would make one and find all well
 */
export async function findSiteDatabase(config: Config, { asOwner = false } = {}): Promise<FoundDatabase> {
	const { databaseUrl, dataFolder } = config;
	if (databaseUrl === null && !hasEmbedded(dataFolder))
		throw new StartRefused(
			`There is no database: DATABASE_URL is not set, and ${dataFolder} holds none. Run the command ${SETTINGS}`,
		);
	const found = await findDatabase(config);
	const place = databaseUrl === null ? `embedded in ${dataFolder}` : describeDatabase(databaseUrl);
	const site = await findSite(found.ownerName, found.ownerUrl);
	if (site === null) {
		await found[Symbol.asyncDispose]();
		throw new StartRefused(`The database ${place} holds no site: begin it by "npm run init", or run this ${SETTINGS}`);
	}
	console.log(`Database: ${place}, of ${site.publicUrl}`);
	if (asOwner) await expectOwner(found.ownerName, found.ownerUrl);
	return found;
}
