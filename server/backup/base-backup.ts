/**
 * Takes a base backup while the site runs. It is copied to a draft beside its place and gets its name when it is complete
 * and flushed: what a crash or a full disk leaves behind is never taken for a backup.
 */
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { copyCluster, hashFiles } from './cluster-files.ts';
import { flushFolder, hashFile, makePrivate, writeHashed } from './durable.ts';
import { basesOf, clusterOf, nameOfTime } from './layout.ts';
import { writeManifest } from './manifest.ts';
import { expectArchiving, waitUntilArchived } from './archiving.ts';

const LEFTOVER = /^\.(?:draft-(\d+)|deleted-.+)$/;
const ARCHIVED_WITHIN_MS = 10 * 60_000;

export interface BaseBackup {
	name: string;
	/** Of the database's files. */
	bytes: number;
}

/**
 * @param url the owner's connection
 * @throws {StartRefused} if the server does not archive
 */
export async function takeBaseBackup(url: string, dataFolder: string, history: string): Promise<BaseBackup> {
	const client = new pg.Client({ connectionString: url, application_name: 'lightstick backup' });
	client.on('error', () => undefined);
	// The backup lasts as long as this session. It ends with it, also when this process is killed.
	await client.connect();
	await makePrivate(basesOf(history));
	await removeDrafts(history);
	const draft = join(basesOf(history), `.draft-${process.pid}`);
	try {
		await expectArchiving(client);
		await client.query(`set statement_timeout = 0`);
		const startedAt = new Date();
		const { rows } = await client.query<{ segment: string; postgres: string }>(START);
		const [begun] = rows;
		if (!begun) throw new Error('PostgreSQL began no backup');
		const { cluster, folders } = await copyCluster(clusterOf(dataFolder), join(draft, 'cluster'));
		// Archived segments are waited for below, with a limit.
		const stopped = (await client.query<Stopped>(STOP)).rows[0];
		if (!stopped) throw new Error('PostgreSQL ended no backup');
		// WAL has the time of this machine.
		const finishedAt = new Date();
		cluster['backup_label'] = await writeHashed(join(draft, 'cluster/backup_label'), stopped.label);
		if (stopped.tablespaces)
			cluster['tablespace_map'] = await writeHashed(join(draft, 'cluster/tablespace_map'), stopped.tablespaces);
		// Archiving the last segment has stored everything else that the database knows of.
		await waitUntilArchived(client, history, stopped.segment, ARCHIVED_WITHIN_MS);
		const files = await hashFiles(history, hashFile);
		for (const folder of ['', 'cluster', ...folders.map((path) => `cluster/${path}`)])
			await flushFolder(join(draft, folder));
		await writeManifest(draft, {
			version: 1,
			postgres: begun.postgres,
			startedAt: startedAt.toISOString(),
			finishedAt: finishedAt.toISOString(),
			firstSegment: begun.segment,
			cluster,
			folders,
			files,
		});
		const name = nameOfTime(finishedAt);
		await rename(draft, join(basesOf(history), name));
		await flushFolder(basesOf(history));
		return { name, bytes: Object.values(cluster).reduce((sum, { bytes }) => sum + bytes, 0) };
	} finally {
		await client.end().catch(() => undefined);
		await rm(draft, { recursive: true, force: true });
	}
}

interface Stopped {
	label: string;
	tablespaces: string;
	segment: string;
}

const START = `select pg_walfile_name(pg_backup_start('lightstick', true)) as segment,
	current_setting('server_version') as postgres`;
/** The last segment ends here, so that it is archived now. */
const STOP = `select labelfile as label, spcmapfile as tablespaces, pg_walfile_name(lsn) as segment
	from pg_backup_stop(false)`;

/** What killed backups and deletions have left. */
async function removeDrafts(history: string): Promise<void> {
	for (const name of await readdir(basesOf(history))) {
		const [leftover, pid] = LEFTOVER.exec(name) ?? [];
		if (leftover && !(pid && isRunning(Number(pid))))
			await rm(join(basesOf(history), name), { recursive: true, force: true });
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return pid !== process.pid;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}
