/** Archived WAL: names of segments, and how one is stored and read back. */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { flushFolder, makePrivate } from './durable.ts';

const SUFFIX = '.zst';
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})\.zst$/;
/** Segments of 16 MB in one file number of 4 GB. */
const SEGMENTS_PER_FILE = 256;

/** A damaged byte is told apart from an archive that ends. */
const OPTIONS = { params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 1 } };

export class DamagedSegment extends Error {
	override name = 'DamagedSegment';
}

/**
 * Stores a segment once, durably. PostgreSQL asks again after a crash: the same bytes are taken, others are refused.
 * @throws {Error} if another segment is stored under the name
 */
export async function storeSegment(folder: string, name: string, path: string): Promise<void> {
	await makePrivate(folder);
	const bytes = await readFile(path);
	const place = join(folder, `${name}${SUFFIX}`);
	const stored = await readSegment(folder, name);
	if (stored) {
		if (stored.equals(bytes)) return;
		throw new Error(`${place} holds other bytes: another database archives into this folder`);
	}
	const draft = join(folder, `.draft-${randomUUID()}`);
	try {
		await writeFile(draft, zstdCompressSync(bytes, OPTIONS), { mode: 0o600, flush: true });
		// The time of the segment's last record, nearly: `--list` shows it.
		const { mtime } = await stat(path);
		await utimes(draft, mtime, mtime);
		await rename(draft, place);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
	await flushFolder(folder);
}

/** Null if it is not in the archive. @throws {DamagedSegment} */
export async function readSegment(folder: string, name: string): Promise<Buffer | null> {
	const place = join(folder, `${name}${SUFFIX}`);
	const stored = await readFile(place).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return null;
		throw error;
	});
	if (!stored) return null;
	try {
		return zstdDecompressSync(stored);
	} catch (error) {
		throw new DamagedSegment(`${place} is damaged`, { cause: error });
	}
}

/** For PostgreSQL, which names the place. False if it is not in the archive. */
export async function fetchSegment(folder: string, name: string, to: string): Promise<boolean> {
	const bytes = await readSegment(folder, name);
	if (!bytes) return false;
	const file = await open(to, 'w', 0o600);
	try {
		await file.writeFile(bytes);
	} finally {
		await file.close();
	}
	await flushFolder(dirname(to));
	return true;
}

/** Names of segments among those of an archive's files, without suffix, oldest first. */
export const segmentsIn = (names: readonly string[]): string[] =>
	names
		.filter((name) => SEGMENT.test(name))
		.map((name) => name.slice(0, -SUFFIX.length))
		.toSorted();

export const storedName = (segment: string) => `${segment}${SUFFIX}`;

/** The segment that follows on the same timeline. */
export function segmentAfter(segment: string): string {
	const [, timeline = '', high = '', low = ''] = SEGMENT.exec(storedName(segment)) ?? [];
	const next = Number.parseInt(high, 16) * SEGMENTS_PER_FILE + Number.parseInt(low, 16) + 1;
	const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0');
	return `${timeline}${hex(Math.floor(next / SEGMENTS_PER_FILE))}${hex(next % SEGMENTS_PER_FILE)}`;
}
