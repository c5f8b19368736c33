/**
 * The embedded database: a real PostgreSQL server from npm-packaged binaries, for the trial start and the tests.
 * It listens on a Unix socket in a folder that only its user can enter. It survives `kill -9` of this process (the next
 * start adopts it), is started again when it dies under a site, and is stopped by the last process that uses it.
 */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { findBinaries } from './embedded/binaries.ts';
import { bringUp, isMade, makeFiles, OWNER, shutDown, stateOf, type Cluster } from './embedded/cluster.ts';
import { makeFolder, openSocketFolder, startsAs } from './embedded/folders.ts';
import { takeUserLock, type UserLock } from './embedded/user-lock.ts';

const DATABASE = 'lightstick';
const ACQUIRE_TRIES = 20;

export interface EmbeddedDatabase {
	/** Connection string of the owner. */
	url: string;
	/** The address of another database on the same server. */
	urlOf(database: string): string;
	/** True where the server ran already, started by somebody else. */
	adopted: boolean;
	/** Stops the server unless another process uses it; committed data stays. */
	stop(): Promise<void>;
}

export interface EmbeddedOptions {
	/** Where the cluster lives; made when missing. */
	folder: string;
	/** False only for tests, whose data need not outlive a power cut. */
	durable?: boolean;
	/** Further server settings. */
	settings?: Record<string, string>;
	/** Starts the server again whenever it dies. Without, it stays down. */
	keepUp?: KeepUp;
}

export interface KeepUp {
	/** The server has died and is being started again. */
	onDown(): void;
	/** It answers again. */
	onUp(): void;
	/** It cannot be started again. */
	onLost(error: Error): void;
}

/** Starts the server of this folder, or adopts the one that runs already. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
	const { folder, durable = true, settings = {}, keepUp } = options;
	const user = await startsAs();
	const binaries = await findBinaries();
	await makeFolder(folder, user);
	const socket = await openSocketFolder(folder, user);
	const urlOf = (database: string) => `postgresql://${OWNER}@localhost/${database}?host=${encodeURIComponent(socket)}`;
	const cluster: Cluster = {
		binaries,
		user,
		socket,
		durable,
		settings,
		files: join(folder, 'postgres'),
		log: join(folder, 'postgres.log'),
		url: urlOf('postgres'),
	};
	const adopted = (await stateOf(cluster.url)) === 'answers';
	if (!adopted && !isMade(cluster)) await makeFiles(cluster);
	const use = await useServer(cluster, keepUp);
	await createDatabase(cluster.url, DATABASE);
	return { url: urlOf(DATABASE), urlOf, adopted, stop: use.stop };
}

/** Brings the server up, says that it is in use, and keeps it up if asked. */
async function useServer(cluster: Cluster, keepUp: KeepUp | undefined): Promise<{ stop(): Promise<void> }> {
	const stopping = new AbortController();
	let child: ChildProcess | null = null;

	async function acquire(): Promise<UserLock> {
		for (let tries = 1; ; tries += 1) {
			child = (await bringUp(cluster, stopping.signal)) ?? child;
			try {
				return await takeUserLock(cluster.url);
			} catch (error) {
				// Its last user has stopped it between the two.
				if (tries === ACQUIRE_TRIES) throw error;
			}
		}
	}

	async function acquireAgain({ onDown, onUp, onLost }: KeepUp): Promise<void> {
		try {
			for (;;) {
				await lock.lost;
				if (stopping.signal.aborted) return;
				onDown();
				lock = await acquire();
				onUp();
			}
		} catch (error) {
			if (!stopping.signal.aborted) onLost(error instanceof Error ? error : new Error(String(error)));
		}
	}

	let lock = await acquire();
	const keeping = keepUp ? acquireAgain(keepUp) : Promise.resolve();
	return {
		async stop() {
			stopping.abort();
			const last = await isLast();
			if (last === true) await shutDown(cluster);
			// It does not answer, so at most a start of ours is under way. The number in the file that a dead server left
			// may be somebody else's process by now.
			if (last === null) child?.kill('SIGINT');
			await lock.close();
			await keeping;
		},
	};

	/** Null if the server does not answer. */
	async function isLast(): Promise<boolean | null> {
		try {
			return await lock.isLast();
		} catch {
			// The connection has died; the server may run again.
			lock = await takeUserLock(cluster.url).catch(() => lock);
			return lock.isLast().catch(() => null);
		}
	}
}

async function createDatabase(url: string, name: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	// A server that dies now fails the statement below. The event itself must not end the process.
	client.on('error', () => undefined);
	await client.connect();
	try {
		await client.query(`create database ${name}`).catch((error: pg.DatabaseError) => {
			const exists = error.code === '42P04' || error.code === '23505';
			if (!exists) throw error;
		});
	} finally {
		await client.end();
	}
}
