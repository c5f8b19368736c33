/** Where full tiles and bundles lie: a folder, or a bucket of an object store. They are written once. */
import { randomUUID } from 'node:crypto';
import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from '#server/media/object-store.ts';

export interface LogReader {
	/** Null if there is nothing under this name. */
	read(name: string): Promise<Buffer | null>;
}

export interface LogStore extends LogReader {
	/**
	 * Writes each file whole or not at all, and replaces what is there. When this returns, a power cut takes none of them
	 * away.
	 */
	write(files: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

const folderOf = (dataFolder: string) => join(dataFolder, 'log');

/** Reads `<data folder>/log/<name>`. */
export function diskReader(dataFolder: string): LogReader {
	return {
		async read(name) {
			try {
				return await readFile(join(folderOf(dataFolder), name));
			} catch (error) {
				if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
					return null;
				throw error;
			}
		},
	};
}

/**
 * The same folder, for the thread of the vote log. It stops its thread until the disk has answered: calls that do not
 * wait take twice the processor time, and a log of many votes makes many files.
 */
export function diskLogs(dataFolder: string): LogStore {
	const pathOf = (name: string) => join(folderOf(dataFolder), name);
	return {
		read: (name) =>
			Promise.try(() => {
				const path = pathOf(name);
				return existsSync(path) ? readFileSync(path) : null;
			}),
		write: (files) =>
			Promise.try(() => {
				const folders = new Set([...files.keys()].map((name) => dirname(pathOf(name))));
				for (const folder of folders) mkdirSync(folder, { recursive: true });
				for (const [name, bytes] of files) replace(pathOf(name), bytes);
				// A folder is flushed once for all of its new names. Until then, a power cut could take them away.
				for (const folder of folders) flush(folder, 'r');
			}),
	};
}

function replace(path: string, bytes: Uint8Array): void {
	const draft = join(dirname(path), `.${randomUUID()}`);
	try {
		flush(draft, 'wx', bytes);
		renameSync(draft, path);
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}

function flush(path: string, flags: 'r' | 'wx', bytes?: Uint8Array): void {
	const file = openSync(path, flags);
	try {
		if (bytes) writeFileSync(file, bytes);
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}

export function objectLogs(objects: ObjectStore): LogStore {
	return {
		read: (name) => objects.read(`log/${name}`),
		async write(files) {
			for (const [name, bytes] of files) await objects.write(`log/${name}`, bytes, 'application/octet-stream');
		},
	};
}
