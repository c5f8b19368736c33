/**
 * The hashed files of the build before. A page that was loaded from it asks for its own files until it is loaded again, and
 * while a release replaces another both are asked for both.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const APPS = ['web', 'console'] as const;
type App = (typeof APPS)[number];
type Files = ReadonlyMap<string, Buffer>;

/** Names the files that belong to the build before. They are not kept a second time. */
const listOf = (root: string, app: App) => join(root, 'dist', app, 'kept-assets.json');
const folderOf = (root: string, app: App) => join(root, 'dist', app, 'assets');

/** Reads what a build in `root` made itself; nothing where there is none. */
export async function readKept(root: string): Promise<Record<App, Files>> {
	const [web, console] = await Promise.all(APPS.map((app) => readOwn(root, app)));
	return { web: web ?? new Map(), console: console ?? new Map() };
}

async function readOwn(root: string, app: App): Promise<Files> {
	const older = new Set(JSON.parse(await readFile(listOf(root, app), 'utf8').catch(() => '[]')) as string[]);
	const names = await readdir(folderOf(root, app)).catch(() => []);
	const own = names.filter((name) => !older.has(name));
	return new Map(
		await Promise.all(own.map(async (name) => [name, await readFile(join(folderOf(root, app), name))] as const)),
	);
}

/** Puts them beside the files of the build that has just been made. */
export async function writeKept(root: string, app: App, files: Files): Promise<void> {
	await mkdir(folderOf(root, app), { recursive: true });
	const there = new Set(await readdir(folderOf(root, app)));
	const kept = [...files].filter(([name]) => !there.has(name));
	for (const [name, bytes] of kept) await writeFile(join(folderOf(root, app), name), bytes);
	await writeFile(listOf(root, app), JSON.stringify(kept.map(([name]) => name)));
}
