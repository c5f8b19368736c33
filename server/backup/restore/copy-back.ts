/** Copies a backup into an empty data folder, and compares every file with the manifest. */
import { join } from 'node:path';
import type { Backup } from '../catalog.ts';
import { copyHashed, eachAtOnce, hashFile, makePrivate, writeWhole, type Copied } from '../durable.ts';
import { clusterOf, filesOf } from '../layout.ts';
import { DamagedBackup } from '../manifest.ts';
import { copyFilesBack } from '../sync-files.ts';

/** PostgreSQL looks for it, and reads WAL from the archive. It deletes the file at the end. */
const SIGNAL = 'recovery.signal';

/** @throws {DamagedBackup} */
export async function copyBack({ folder, history, manifest }: Backup, dataFolder: string): Promise<void> {
	const cluster = clusterOf(dataFolder);
	await makePrivate(cluster);
	for (const path of manifest.folders) await makePrivate(join(cluster, path));
	// PostgreSQL flushes all of it before it replays.
	await eachAtOnce(Object.entries(manifest.cluster), async ([path, expected]) => {
		const place = join(folder, 'cluster', path);
		expectSame(place, expected, await nullIfGone(copyHashed(place, join(cluster, path), false)));
	});
	await copyFilesBack(history, dataFolder);
	await eachAtOnce(Object.entries(manifest.files), async ([path, expected]) =>
		expectSame(join(filesOf(history), path), expected, await nullIfGone(hashFile(join(dataFolder, path)))),
	);
	await writeWhole(join(cluster, SIGNAL), '');
}

/** The same without restoring. @throws {DamagedBackup} */
export async function checkBackup({ folder, history, manifest }: Backup): Promise<void> {
	for (const [root, files] of [
		[join(folder, 'cluster'), manifest.cluster],
		[filesOf(history), manifest.files],
	] as const)
		for (const [path, expected] of Object.entries(files))
			expectSame(join(root, path), expected, await nullIfGone(hashFile(join(root, path))));
}

function expectSame(place: string, expected: Copied, copied: Copied | null): void {
	if (!copied) throw new DamagedBackup(`${place} is missing`);
	if (copied.bytes === expected.bytes && copied.sha256 === expected.sha256) return;
	throw new DamagedBackup(`${place} is damaged: it is not what was backed up`);
}

async function nullIfGone(copying: Promise<Copied>): Promise<Copied | null> {
	try {
		return await copying;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
		throw error;
	}
}
