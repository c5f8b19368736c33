/** Where full tiles and bundles lie: a folder, or a bucket of an object store. They are written once. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from '#server/media/object-store.ts';

export interface LogStore {
	/** Null if there is nothing under this name. */
	read(name: string): Promise<Buffer | null>;
	/**
	 * Writes each file whole or not at all, and replaces what is there. When this returns, a power cut takes none of them
	 * away.
	 */
	write(files: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

/** `<data folder>/log/<name>`. */
export function diskLogs(dataFolder: string): LogStore {
	const pathOf = (name: string) => join(dataFolder, 'log', name);
	return {
		async read(name) {
			try {
				return await readFile(pathOf(name));
			} catch (error) {
				if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
					return null;
				throw error;
			}
		},
		async write(files) {
			const folders = new Set([...files.keys()].map((name) => dirname(pathOf(name))));
			for (const folder of folders) await mkdir(folder, { recursive: true });
			for (const [name, bytes] of files) await replace(pathOf(name), bytes);
			// A folder is flushed once for all of its new names.
			for (const folder of folders) await flush(folder);
		},
	};
}

async function replace(path: string, bytes: Uint8Array): Promise<void> {
	const draft = join(dirname(path), `.${randomUUID()}`);
	try {
		await writeDurably(draft, bytes);
		await rename(draft, path);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
	const file = await open(path, 'wx');
	try {
		await file.writeFile(bytes);
		await file.sync();
	} finally {
		await file.close();
	}
}

/** Until the folder itself is on the disk, a power cut could take the new name away. */
async function flush(path: string): Promise<void> {
	const folder = await open(path, 'r');
	try {
		await folder.sync();
	} finally {
		await folder.close();
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
