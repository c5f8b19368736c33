/** Deletes old backups, the WAL that only they needed, and files that no backup names any more. */
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { listBackups, namesIn, type Backup } from './catalog.ts';
import { basesOf, filesOf, walOf } from './layout.ts';
import { segmentsIn, storedName } from './wal.ts';

/** Keeps the newest `keep` backups of all histories. Returns the names of those that were deleted. */
export async function prune(
	backupFolder: string,
	keep: number,
	{ dataFolder, history: own }: { dataFolder: string; history: string },
): Promise<string[]> {
	const all = await listBackups(backupFolder);
	const [old, kept] = [all.slice(0, -keep), all.slice(-keep)];
	for (const backup of old) await remove(backup);
	for (const history of new Set(old.map((backup) => backup.history))) {
		const left = kept.filter((backup) => backup.history === history);
		if (left.length > 0) {
			await removeWalBefore(history, left);
			if (history === own) await removeFiles(history, left, dataFolder);
		} else if (history !== own) await rm(history, { recursive: true, force: true });
	}
	return old.map(({ name }) => name);
}

/** A backup that is half deleted must not look complete. */
async function remove({ history, folder, name }: Backup): Promise<void> {
	const doomed = join(basesOf(history), `.deleted-${name}`);
	await rename(folder, doomed);
	await rm(doomed, { recursive: true, force: true });
}

async function removeWalBefore(history: string, left: readonly Backup[]): Promise<void> {
	const first = left.map(({ manifest }) => manifest.firstSegment).toSorted()[0] ?? '';
	for (const segment of segmentsIn(await namesIn(walOf(history))))
		if (segment < first) await rm(join(walOf(history), storedName(segment)), { force: true });
}

/** Pictures of deleted accounts go with the last backup from before the deletion. */
async function removeFiles(history: string, left: readonly Backup[], dataFolder: string): Promise<void> {
	const media = join(filesOf(history), 'media');
	if (!existsSync(media)) return;
	for (const entry of await readdir(media, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		const name = `${basename(media)}${path.slice(media.length)}`.replaceAll('\\', '/');
		const isNamed = left.some(({ manifest }) => Object.hasOwn(manifest.files, name));
		const isUsed = existsSync(join(dataFolder, name));
		if (entry.isFile() && !isNamed && !isUsed) await rm(path, { force: true });
	}
}
