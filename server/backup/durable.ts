/** Writes files so that a crash or a power cut leaves a whole file or none. All are readable by their owner only. */
import { createHash, randomUUID } from 'node:crypto';
import { open, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const CHUNK_BYTES = 1024 * 1024;
const AT_ONCE = 8;

export interface Copied {
	bytes: number;
	/** Hexadecimal. */
	sha256: string;
}

/** Makes a folder that only its owner can enter, and those above it. */
export const makePrivate = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 });

/** Replaces what is there. */
export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
	const draft = join(dirname(path), `.draft-${randomUUID()}`);
	try {
		const file = await open(draft, 'wx', 0o600);
		try {
			await file.writeFile(bytes);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(draft, path);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
	await flushFolder(dirname(path));
}

/** New names in a folder survive a power cut only after this. */
export async function flushFolder(folder: string): Promise<void> {
	// Windows has no such call, and refuses to open a folder.
	if (process.platform === 'win32') return;
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Works on several at once: most of the time is spent waiting for the disk. */
export async function eachAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
	const left = items.values();
	const worker = async () => {
		for (const item of left) await work(item);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/**
 * Copies a file that may grow meanwhile, and hashes what it copied. The copy replaces what is there.
 * @param flushed false if somebody else flushes the whole folder afterwards
 */
export async function copyHashed(from: string, to: string, flushed = true): Promise<Copied> {
	const source = await open(from, 'r');
	try {
		const target = await open(to, 'w', 0o600);
		try {
			const hash = createHash('sha256');
			const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
			let bytes = 0;
			for (;;) {
				const { bytesRead } = await source.read(chunk, 0, CHUNK_BYTES, bytes);
				if (bytesRead === 0) break;
				const part = chunk.subarray(0, bytesRead);
				hash.update(part);
				await target.writeFile(part);
				bytes += bytesRead;
			}
			if (flushed) await target.sync();
			return { bytes, sha256: hash.digest('hex') };
		} finally {
			await target.close();
		}
	} finally {
		await source.close();
	}
}

export async function hashFile(path: string): Promise<Copied> {
	const hash = createHash('sha256');
	let bytes = 0;
	const file = await open(path, 'r');
	try {
		const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
		for (;;) {
			const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, bytes);
			if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
			hash.update(chunk.subarray(0, bytesRead));
			bytes += bytesRead;
		}
	} finally {
		await file.close();
	}
}

export async function writeHashed(path: string, text: string): Promise<Copied> {
	await writeWhole(path, text);
	return { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}
