/** Where full tiles and bundles lie: a folder, or a bucket of an object store. They are written once. */
import { randomUUID } from 'node:crypto';
import {
	closeSync,
	existsSync,
	fsyncSync,
	linkSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartRefused } from '#server/config/refused.ts';
import type { ObjectStore } from '#server/media/store.ts';

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
	/** Takes over files that never change from the folder of another generation. @throws {StartRefused} if one is gone */
	adopt(folder: string, names: readonly string[]): Promise<void>;
}

/** Full tiles and bundles of a generation: in the data folder, or in a bucket. */
export function openLogReader(dataFolder: string, objects: ObjectStore | null, generation: number): LogReader {
	const folder = folderOf(generation);
	return objects ? objectLogs(objects, folder) : diskReader(dataFolder, folder);
}

/** For the thread that writes them. */
export function openLogStore(dataFolder: string, objects: ObjectStore | null, generation: number): LogStore {
	const folder = folderOf(generation);
	return objects ? objectLogs(objects, folder) : diskLogs(dataFolder, folder);
}

const gone = (path: string) =>
	new StartRefused(`${path} was published and is gone: bring back the files of the public logs, then try again`);

/** Reads `<data folder>/log/<name>`, or from the folder of a later generation. */
const diskReader = (dataFolder: string, folder: string): LogReader => ({
	read: (name) =>
		readFile(join(dataFolder, folder, name)).catch((error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
			throw error;
		}),
});

/**
 * The same folder, for the thread of the vote log. It stops its thread until the disk has answered: calls that do not
 * wait take twice the processor time, and a log of many votes makes many files.
 */
export function diskLogs(dataFolder: string, folder = 'log'): LogStore {
	const pathOf = (name: string) => join(dataFolder, folder, name);
	const putAll = (names: readonly string[], put: (name: string) => void) => {
		const folders = new Set(names.map((name) => dirname(pathOf(name))));
		for (const one of folders) mkdirSync(one, { recursive: true });
		for (const name of names) put(name);
		// A folder is flushed once for all of its new names. Until then, a power cut could take them away.
		for (const one of folders) flush(one, 'r');
	};
	return {
		write: (files) =>
			Promise.try(putAll, [...files.keys()], (name) => replace(pathOf(name), files.get(name) as Uint8Array)),
		adopt: (from, names) =>
			Promise.try(putAll, names, (name) => {
				if (existsSync(pathOf(name))) return;
				const source = join(dataFolder, from, name);
				if (!existsSync(source)) throw gone(source);
				linkSync(source, pathOf(name));
			}),
		read: (name) =>
			Promise.try(() => {
				const path = pathOf(name);
				return existsSync(path) ? readFileSync(path) : null;
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

function objectLogs(objects: ObjectStore, folder: string): LogStore {
	const write = (name: string, bytes: Uint8Array) =>
		objects.write(`${folder}/${name}`, bytes, 'application/octet-stream');
	return {
		read: (name) => objects.read(`${folder}/${name}`),
		async write(files) {
			for (const [name, bytes] of files) await write(name, bytes);
		},
		async adopt(from, names) {
			for (const name of names) {
				const bytes = await objects.read(`${from}/${name}`);
				if (!bytes) throw gone(`${from}/${name}`);
				await write(name, bytes);
			}
		},
	};
}

export type LogNames = ReturnType<typeof logNames>;

/** Path before `/log` and `/anchor`, in names and in addresses. Empty for the first generation. */
export const pathOf = (generation: number): string => (generation === 1 ? '' : `/g${generation}`);

/** Folder of its tiles in the store. */
export const folderOf = (generation: number): string => (generation === 1 ? 'log' : `log.${generation}`);

/**
 * Names and folders of a generation's logs. Those of the first are as if there were no others. Pure.
 * `prefix` stands before a ranking's key in the name of its log and in its address: without scheme and trailing slash.
 * @param generation 1 until the site is restored, or a key is revoked
 */
export function logNames(publicUrl: string, generation: number) {
	const path = `${new URL(publicUrl).host}${pathOf(generation)}`;
	return { generation, prefix: `${path}/log`, anchor: `${path}/anchor` };
}
