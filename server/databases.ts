/** Finds the database of the site and checks that it can be used. */
import type { Config } from './config/config.ts';
import { expectWhole } from './backup/restore/unfinished.ts';
import { expectArchiving } from './backup/archiving.ts';
import { archiveSettings } from './backup/settings.ts';
import { startEmbedded, type EmbeddedDatabase, type KeepUp } from './db/embedded.ts';
import { expectAppLogin } from './db/start/app-login.ts';
import { askOnce } from './db/start/ask-once.ts';
import { expectOwnSite, keepSite } from './db/start/installation.ts';
import { migrate } from './db/migrate.ts';
import { expectDatabase } from './db/start/reach.ts';
import { expectOwner } from './db/start/rights.ts';
import { expectSameDatabase } from './db/start/same-database.ts';

export interface FoundDatabase {
	/** Direct connections of the application. */
	url: string;
	/** Those of calls, through a transaction pooler; null if they are direct too. */
	poolUrl: string | null;
	ownerUrl: string;
	/** The variable that names the owner's address. */
	ownerName: string;
	embedded: EmbeddedDatabase | null;
}

/**
 * Opens the database server of DATABASE_URL, or the embedded one if it is not set.
 * @throws {StartRefused} if it cannot be used
 */
export async function findDatabase(
	{ databaseUrl, poolDatabaseUrl, migrateDatabaseUrl, dataFolder, backupFolder }: Config,
	keepUp?: KeepUp,
): Promise<FoundDatabase> {
	if (databaseUrl === null) {
		expectWhole(dataFolder);
		const settings = await archiveSettings({ dataFolder, backupFolder });
		const embedded = await startEmbedded({ folder: dataFolder, settings, ...(keepUp ? { keepUp } : {}) });
		// Another process may have started the server, without archiving.
		if (backupFolder !== null)
			await askOnce('LIGHTSTICK_BACKUPS', embedded.url, expectArchiving).catch(async (error: unknown) => {
				await embedded.stop();
				throw error;
			});
		return { url: embedded.url, poolUrl: null, ownerUrl: embedded.url, ownerName: 'LIGHTSTICK_DATA', embedded };
	}
	await expectDatabase('DATABASE_URL', databaseUrl);
	for (const [name, url] of [
		['MIGRATE_DATABASE_URL', migrateDatabaseUrl],
		['DATABASE_POOL_URL', poolDatabaseUrl],
	] as const) {
		if (url === null) continue;
		await expectDatabase(name, url);
		await expectSameDatabase(databaseUrl, name, url);
	}
	return {
		url: databaseUrl,
		poolUrl: poolDatabaseUrl,
		ownerUrl: migrateDatabaseUrl ?? databaseUrl,
		ownerName: migrateDatabaseUrl === null ? 'DATABASE_URL' : 'MIGRATE_DATABASE_URL',
		embedded: null,
	};
}

/** Brings the database up to date for this site. @throws {StartRefused} if it is another's, or a login lacks rights */
export async function prepareDatabase(found: FoundDatabase, publicUrl: string): Promise<void> {
	const { url, poolUrl, ownerUrl, ownerName } = found;
	await expectOwner(ownerName, ownerUrl);
	await expectOwnSite(ownerName, ownerUrl, publicUrl);
	await migrate(ownerUrl);
	await keepSite(ownerName, ownerUrl, publicUrl);
	await expectAppLogin('DATABASE_URL', url, false);
	if (poolUrl !== null) await expectAppLogin('DATABASE_POOL_URL', poolUrl, true);
}
