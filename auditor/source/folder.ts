/** A log in a folder. */
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Unreachable } from './unreachable.ts';
import type { LogSource } from './source.ts';

export function folderSource(folder: string): LogSource {
	return {
		async read(path, limit) {
			const file = join(folder, path);
			try {
				return await readStart(file, limit);
			} catch (error) {
				const code = error instanceof Error && 'code' in error ? error.code : null;
				if (code === 'ENOENT' || code === 'ENOTDIR') return null;
				throw new Unreachable(`${file}: ${String(error)}`, { cause: error });
			}
		},
	};
}

async function readStart(path: string, limit: number): Promise<Uint8Array> {
	const file = await open(path, 'r');
	try {
		const { size } = await file.stat();
		return await readAll(file, Math.min(size, limit));
	} finally {
		await file.close();
	}
}

async function readAll(file: FileHandle, length: number): Promise<Uint8Array> {
	const bytes = new Uint8Array(length);
	let at = 0;
	while (at < length) {
		const { bytesRead } = await file.read(bytes, at, length - at, at);
		if (bytesRead === 0) break;
		at += bytesRead;
	}
	return bytes.subarray(0, at);
}
