/** The SQL files that this version ships. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url);
const FUNCTIONS = new URL('../../db/functions/', import.meta.url);

export interface SqlFile {
	name: string;
	sql: string;
	/** Hash of `sql`. */
	hash: string;
}

export interface SqlFiles {
	migrations: readonly SqlFile[];
	functions: readonly SqlFile[];
}

/** Returns both folders' files in the order of their names. */
export async function readFiles(): Promise<SqlFiles> {
	return { migrations: await readFolder(MIGRATIONS), functions: await readFolder(FUNCTIONS) };
}

/** Returns the names of the migrations that this version has and the database lacks. */
export async function pendingMigrations(applied: ReadonlySet<string>): Promise<string[]> {
	shipped ??= readNames(MIGRATIONS);
	return (await shipped).filter((name) => !applied.has(name));
}

/** Files do not change under a running process. */
let shipped: Promise<string[]> | null = null;

async function readNames(folder: URL): Promise<string[]> {
	return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
}

async function readFolder(folder: URL): Promise<SqlFile[]> {
	return Promise.all(
		(await readNames(folder)).map(async (name) => sqlFile(name, await readFile(new URL(name, folder), 'utf8'))),
	);
}

export function sqlFile(name: string, sql: string): SqlFile {
	return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
}
