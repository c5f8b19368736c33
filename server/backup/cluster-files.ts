/** Which files of a running server a base backup copies: see "Low-Level Base Backup" in PostgreSQL's manual. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { copyHashed, eachAtOnce, makePrivate, type Copied } from './durable.ts';
import { FILE_FOLDERS, filesOf } from './layout.ts';

/** Their contents belong to the running server alone; WAL comes from the archive. The folders have to be there. */
const EMPTIED = [
	'pg_wal',
	'pg_replslot',
	'pg_dynshmem',
	'pg_notify',
	'pg_serial',
	'pg_snapshots',
	'pg_stat_tmp',
	'pg_subtrans',
];
const LEFT_OUT =
	/^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|pg_internal\.init(?:\..*)?|pgsql_tmp.*)$/;
/** Copied last, so that it is not older than the rest. */
const CONTROL = 'global/pg_control';

export interface CopiedCluster {
	cluster: Record<string, Copied>;
	folders: string[];
}

/** Copies them to a new folder, and flushes them. Files that are dropped meanwhile are left out: WAL says so too. */
export async function copyCluster(from: string, to: string): Promise<CopiedCluster> {
	const copied: CopiedCluster = { cluster: {}, folders: [] };
	const paths: string[] = [];
	await walk('');
	await eachAtOnce(paths, async (path) => {
		const result = await copyHashed(join(from, path), join(to, path)).catch((error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return null;
			throw error;
		});
		if (result) copied.cluster[path] = result;
	});
	copied.cluster[CONTROL] = await copyHashed(join(from, CONTROL), join(to, CONTROL));
	return copied;

	async function walk(path: string): Promise<void> {
		await makePrivate(join(to, path));
		for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
			const below = path === '' ? entry.name : `${path}/${entry.name}`;
			if (LEFT_OUT.test(entry.name) || below === CONTROL) continue;
			if (EMPTIED.includes(path)) continue;
			if (entry.isDirectory()) {
				copied.folders.push(below);
				await walk(below);
			} else paths.push(below);
		}
	}
}

/** Hashes what a history holds beside the database. Files that are replaced are not listed. */
export async function hashFiles(
	history: string,
	hash: (path: string) => Promise<Copied>,
): Promise<Record<string, Copied>> {
	const listed: Record<string, Copied> = {};
	for (const entry of await readdir(filesOf(history), { recursive: true, withFileTypes: true })) {
		if (!entry.isFile() || entry.name.startsWith('.')) continue;
		const path = join(entry.parentPath, entry.name);
		const name = path.slice(filesOf(history).length + 1).replaceAll('\\', '/');
		const isFixed = name.startsWith(`${FILE_FOLDERS[1]}/`) || name.includes('/tile/');
		if (isFixed) listed[name] = await hash(path);
	}
	return listed;
}
