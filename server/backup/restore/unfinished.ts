/** A data folder that is being restored has a mark, so that half of a database is never started. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StartRefused } from '#server/config/refused.ts';
import { makePrivate, flushFolder, writeWhole } from '../durable.ts';
import { unfinishedMarkOf } from '../layout.ts';

/** @throws {StartRefused} if a restore into the folder was cut off */
export function expectWhole(dataFolder: string): void {
	if (!existsSync(unfinishedMarkOf(dataFolder))) return;
	throw new StartRefused(
		`A restore into ${dataFolder} was cut off, so its database is not whole: run npm run restore again, which begins anew`,
	);
}

/**
 * Marks the folder. What an earlier restore has left there is removed.
 * @throws {StartRefused} if anything else lies in it
 */
export async function beginRestore(dataFolder: string): Promise<void> {
	await makePrivate(dataFolder);
	const mark = unfinishedMarkOf(dataFolder);
	const names = await readdir(dataFolder);
	if (!existsSync(mark)) {
		if (names.length > 0) {
			throw new StartRefused(
				`${dataFolder} is not empty, and a restore overwrites nothing. Move the folder away, and keep it until you are ` +
					'done: it may hold votes that no backup has',
			);
		}
		await writeWhole(mark, 'npm run restore was cut off here\n');
	}
	for (const name of names)
		if (name !== basename(mark)) await rm(join(dataFolder, name), { recursive: true, force: true });
}

export async function endRestore(dataFolder: string): Promise<void> {
	await rm(unfinishedMarkOf(dataFolder));
	await flushFolder(dataFolder);
}
