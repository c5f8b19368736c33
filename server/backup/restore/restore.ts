/** Restores a backup and archived WAL into an empty data folder. */
import type { Config } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { listBackups, type Backup } from '../catalog.ts';
import { chooseBackup, type Wish } from './choose.ts';
import { copyBack } from './copy-back.ts';
import { expectNoServer, recover, type Recovered } from './recover.ts';
import { beginRestore, endRestore } from './unfinished.ts';

export interface Restored extends Recovered {
	backup: Backup;
}

export interface RestoreDeps {
	config: Config;
	/** Runs on the restored files before they may be started. */
	finish: (restored: Restored) => Promise<void>;
	tell: (line: string) => void;
}

/**
 * Until everything is done, the folder is marked as unfinished, and no site starts on it.
 * @throws {StartRefused} @throws {DamagedBackup}
 */
export async function restore(wish: Wish, { config, finish, tell }: RestoreDeps): Promise<void> {
	const { backupFolder, dataFolder } = config;
	if (backupFolder === null) throw new StartRefused('LIGHTSTICK_BACKUPS is not set: name the folder of the backups');
	const backup = chooseBackup(await listBackups(backupFolder), wish);
	await expectNoServer(dataFolder);
	await beginRestore(dataFolder);
	tell(`Copying backup ${backup.name} to ${dataFolder}`);
	await copyBack(backup, dataFolder);
	tell(`Replaying what was archived ${wish.to ? `until ${wish.to.toISOString()}` : 'since'}`);
	const recovered = await recover(dataFolder, backup.history, wish.to);
	tell(`The last transaction is of ${recovered.lastCommit?.toISOString() ?? backup.manifest.finishedAt}`);
	await finish({ ...recovered, backup });
	await endRestore(dataFolder);
}
