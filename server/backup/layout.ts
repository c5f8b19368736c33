/**
 * The folder of backups. A history is the life of one data folder, from its first start with backups or from the restore
 * that made it. Histories never share archived WAL: what was done after a restore cannot be mistaken for what was undone.
 *
 *     <backups>/<history>/base/<time>/   a copy of the database's files, complete if it has a manifest
 *     <backups>/<history>/wal/           archived WAL, each segment compressed
 *     <backups>/<history>/files/         public logs, pictures and keys
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivate, writeWhole } from './durable.ts';

/** Folders of the data folder that belong to a backup beside the database. */
export const FILE_FOLDERS = ['log', 'media', 'keys'] as const;
export const MANIFEST = 'manifest.json';
/** Lies in a data folder while it is restored. */
const UNFINISHED = 'restore-unfinished';

export const walOf = (history: string) => join(history, 'wal');
export const filesOf = (history: string) => join(history, 'files');
export const basesOf = (history: string) => join(history, 'base');
/** The database's files in a data folder. */
export const clusterOf = (dataFolder: string) => join(dataFolder, 'postgres');
export const unfinishedMarkOf = (dataFolder: string) => join(dataFolder, UNFINISHED);

/** A time as the name of a folder: `20261122T194707Z`. */
export const nameOfTime = (time: Date) => time.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Returns the folder of this data folder's history. The data folder remembers its name. */
export async function openHistory(backupFolder: string, dataFolder: string): Promise<string> {
	const file = join(dataFolder, 'history');
	const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return null;
		throw error;
	});
	if (kept !== null) return join(backupFolder, kept.trim());
	const name = `${nameOfTime(new Date())}-${randomBytes(3).toString('hex')}`;
	await makePrivate(dataFolder);
	await writeWhole(file, `${name}\n`);
	return join(backupFolder, name);
}
