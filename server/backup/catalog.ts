/** What a folder of backups can restore. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { basesOf, walOf } from './layout.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { segmentAfter, segmentsIn, storedName } from './wal.ts';

export interface Backup {
	/** As in `20261122T194707Z`. */
	name: string;
	/** Folder of its history. */
	history: string;
	folder: string;
	manifest: Manifest;
	/** When its archived WAL ends, nearly; null if not even its first segment is there. */
	until: Date | null;
	/** A segment that is missing although later ones are there. What is in those is lost to this backup. */
	gap: string | null;
}

/** Complete backups, oldest first. @throws {DamagedBackup} */
export async function listBackups(backupFolder: string): Promise<Backup[]> {
	const backups: Backup[] = [];
	for (const name of await namesIn(backupFolder)) {
		const history = join(backupFolder, name);
		const segments = segmentsIn(await namesIn(walOf(history)));
		for (const base of await namesIn(basesOf(history))) {
			const folder = join(basesOf(history), base);
			const manifest = base.startsWith('.') ? null : await readManifest(folder);
			if (manifest)
				backups.push({ name: base, history, folder, manifest, ...(await reachOf(history, manifest, segments)) });
		}
	}
	return backups.toSorted((a, b) => finishedAt(a) - finishedAt(b));
}

export const finishedAt = ({ manifest }: Pick<Backup, 'manifest'>) => Date.parse(manifest.finishedAt);

async function reachOf(
	history: string,
	{ firstSegment }: Manifest,
	segments: readonly string[],
): Promise<Pick<Backup, 'until' | 'gap'>> {
	const there = new Set(segments);
	let last: string | null = null;
	let next = firstSegment;
	while (there.has(next)) {
		last = next;
		next = segmentAfter(next);
	}
	const isCut = segments.some((segment) => segment > next);
	const until = last === null ? null : (await stat(join(walOf(history), storedName(last)))).mtime;
	return { until, gap: isCut ? next : null };
}

/** Empty if there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
	try {
		return await readdir(folder);
	} catch (error) {
		if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) return [];
		throw error;
	}
}
