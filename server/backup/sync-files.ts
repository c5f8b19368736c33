/**
 * Copies new files of the public logs, pictures and keys into a history. Tiles and pictures are written once, so what is
 * there already is not read again. Checkpoints, edges of logs and keys may change and are replaced.
 */
import { copyFile, readdir, readFile, rename, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { eachAtOnce, makePrivate, flushFolder, copyHashed, writeWhole } from './durable.ts';
import { FILE_FOLDERS, filesOf } from './layout.ts';

/** In the order in which they are read and written: a checkpoint is never newer than what is beside it. */
const REPLACED = ['checkpoint', 'edge', 'vote-log.json'];

/** Log folders of all generations: `log`, `log.2`, … */
const isCopied = (name: string) => FILE_FOLDERS.some((folder) => name === folder || /^log\.\d+$/.test(name));

export async function syncFiles(dataFolder: string, history: string): Promise<void> {
	for (const entry of await readdir(dataFolder, { withFileTypes: true }))
		if (entry.isDirectory() && isCopied(entry.name))
			await syncFolder(join(dataFolder, entry.name), join(filesOf(history), entry.name));
}

async function syncFolder(from: string, to: string): Promise<void> {
	await makePrivate(to);
	const replaced = new Map<string, Buffer>();
	for (const name of REPLACED) {
		const bytes = await nullIfGone(readFile(join(from, name)));
		if (bytes) replaced.set(name, bytes);
	}
	const there = new Set(await readdir(to));
	const missing: string[] = [];
	for (const entry of await readdir(from, { withFileTypes: true })) {
		const { name } = entry;
		// Drafts begin with a dot.
		if (name.startsWith('.') || replaced.has(name)) continue;
		if (entry.isDirectory()) await syncFolder(join(from, name), join(to, name));
		else if (!there.has(name)) missing.push(name);
	}
	// The first time, there may be tens of thousands of tiles: the disk flushes several with one effort.
	await eachAtOnce(missing, (name) => copyOnce(join(from, name), join(to, name)));
	if (missing.length > 0) await flushFolder(to);
	for (const [name, bytes] of [...replaced].toReversed()) {
		const kept = there.has(name) ? await readFile(join(to, name)) : null;
		if (!kept?.equals(bytes)) await writeWhole(join(to, name), bytes);
	}
}

/** The file may be gone: a fan may have removed a picture meanwhile. */
async function copyOnce(from: string, to: string): Promise<void> {
	const draft = join(dirname(to), `.draft-${process.pid}-${basename(to)}`);
	const copied = await nullIfGone(copyHashed(from, draft));
	if (!copied) return;
	const { mtime } = (await nullIfGone(stat(from))) ?? { mtime: new Date() };
	await utimes(draft, mtime, mtime);
	await rename(draft, to);
}

async function nullIfGone<Value>(reading: Promise<Value>): Promise<Value | null> {
	try {
		return await reading;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
		throw error;
	}
}

/** Copies all of them back into an empty data folder. */
export async function copyFilesBack(history: string, dataFolder: string): Promise<void> {
	for (const { name } of await readdir(filesOf(history), { withFileTypes: true }))
		await copyFolder(join(filesOf(history), name), join(dataFolder, name));
}

async function copyFolder(from: string, to: string): Promise<void> {
	await makePrivate(to);
	for (const entry of await readdir(from, { withFileTypes: true })) {
		if (entry.name.startsWith('.')) continue;
		if (entry.isDirectory()) await copyFolder(join(from, entry.name), join(to, entry.name));
		else await copyFile(join(from, entry.name), join(to, entry.name));
	}
	await flushFolder(to);
}
