/** What a base backup holds. Its file is written last: a folder without one is no backup. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '#server/config/refused.ts';
import { writeWhole, type Copied } from './durable.ts';
import { MANIFEST } from './layout.ts';

export interface Manifest {
	version: number;
	/** Version of the PostgreSQL server, as in `18.4`. */
	postgres: string;
	/** Times by the machine's clock, ISO 8601. It can restore every moment from `finishedAt` on. */
	startedAt: string;
	finishedAt: string;
	/** Name of the first WAL segment that it needs. */
	firstSegment: string;
	/** Files of the database by their path below `cluster`. */
	cluster: Record<string, Copied>;
	/** Folders that have to be there although nothing lies in them. */
	folders: string[];
	/** Pictures and tiles by their path below the history's `files`. */
	files: Record<string, Copied>;
}

/** Nothing is restored from it. */
export class DamagedBackup extends StartRefused {
	override name = 'DamagedBackup';
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
	const text = JSON.stringify(manifest);
	await writeWhole(join(folder, MANIFEST), `${sumOf(text)}\n${text}\n`);
}

/** Null if the backup is not complete. @throws {DamagedBackup} */
export async function readManifest(folder: string): Promise<Manifest | null> {
	const file = join(folder, MANIFEST);
	const whole = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return null;
		throw error;
	});
	if (whole === null) return null;
	const [sum, text = ''] = whole.split('\n');
	if (sum !== sumOf(text)) throw new DamagedBackup(`${file} is damaged`);
	const manifest = JSON.parse(text) as Manifest;
	if (manifest.version !== 1) throw new DamagedBackup(`${file} was written by a later version of Lightstick`);
	return manifest;
}
