/** Lets PostgreSQL replay archived WAL up to a moment, and stops it again. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartRefused } from '#server/config/refused.ts';
import { findBinaries } from '#server/db/embedded/binaries.ts';
import { OWNER, shutDown, spawnServer, stateOf, type Cluster } from '#server/db/embedded/cluster.ts';
import { openSocketFolder, startsAs } from '#server/db/embedded/folders.ts';
import { clusterOf } from '../layout.ts';
import { recoverySettings } from '../settings.ts';

const LOOK_EVERY_MS = 50;

export interface Recovered {
	/** Of the last transaction that was replayed. Null: none was, after the backup. */
	lastCommit: Date | null;
}

/** @throws {StartRefused} with PostgreSQL's own reason */
export async function recover(dataFolder: string, history: string, to: Date | null): Promise<Recovered> {
	const cluster = await clusterIn(dataFolder, recoverySettings(history, to));
	const child = spawnServer(cluster);
	while ((await stateOf(cluster.url)) !== 'answers') {
		if (child.exitCode !== null || child.signalCode !== null) throw new StartRefused(await reasonIn(cluster.log));
		await pause(LOOK_EVERY_MS);
	}
	const lastCommit = await readLastCommit(cluster.url);
	await shutDown(cluster);
	return { lastCommit };
}

/** @throws {StartRefused} if a database still answers for this folder, although its files were moved away */
export async function expectNoServer(dataFolder: string): Promise<void> {
	const { url } = await clusterIn(dataFolder, {});
	if ((await stateOf(url)) === 'silent') return;
	throw new StartRefused(`The database of ${dataFolder} still runs: stop the site and every script first`);
}

async function clusterIn(folder: string, settings: Record<string, string>): Promise<Cluster> {
	const user = await startsAs();
	const socket = await openSocketFolder(folder, user);
	return {
		binaries: await findBinaries(),
		user,
		socket,
		durable: true,
		settings,
		files: clusterOf(folder),
		log: join(folder, 'postgres.log'),
		url: `postgresql://${OWNER}@localhost/postgres?host=${encodeURIComponent(socket)}`,
	};
}

async function readLastCommit(url: string): Promise<Date | null> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
		return rows[0]?.at ?? null;
	} finally {
		await client.end();
	}
}

const TARGET_MISSED = /recovery ended before configured recovery target/;

async function reasonIn(log: string): Promise<string> {
	const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n');
	const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? 'it ended without a word';
	if (TARGET_MISSED.test(fatal)) {
		return (
			'Nothing was committed after that moment in the archive, so it cannot be shown that the archive reaches it. ' +
			'Leave --to away to restore everything that was archived'
		);
	}
	const damaged = lines.findLast((line) => line.startsWith('DamagedSegment'));
	return `PostgreSQL could not restore: ${damaged ?? fatal}. See ${log}`;
}
