/**
 * The embedded database: a real PostgreSQL server from npm-packaged binaries, for the trial start and the tests.
 * It listens on a Unix socket in a folder that only its user can enter. It survives `kill -9` of this process (the next
 * start adopts it), and is stopped by the last process that uses it. Nobody starts it again when it dies.
 */
import { Socket } from 'node:net';
import pg from 'pg';
import { LOCKS } from '#server/kernel/database.ts';
import type { Cluster } from './embedded-server.ts';
import { bringUp, filesOf, isMade, makeFiles, openCluster, shutDown, stateOf } from './embedded-server.ts';

const DATABASE = 'lightstick';
const ACQUIRE_TRIES = 20;

export interface EmbeddedOptions {
	/** Where the cluster lives; made when missing. */
	folder: string;
	/** False only for tests, whose data need not outlive a power cut. */
	durable?: boolean;
	settings?: Record<string, string>;
}

export async function startEmbedded({ folder, ...options }: EmbeddedOptions) {
	const cluster = await openCluster(folder, options);
	const urlOf = (database: string) => cluster.url.replace('/postgres?', `/${database}?`);
	const adopted = (await stateOf(cluster.url)) === 'answers';
	if (!adopted && !isMade(cluster)) await makeFiles(cluster);
	let user = await useServer(cluster);
	await createDatabase(cluster.url, DATABASE);
	async function stop(): Promise<void> {
		const isLast = await isLastUser(user)
			// The connection has died with the server, which may run again.
			.catch(async () => isLastUser((user = await takeUserLock(cluster.url))))
			.catch(() => false);
		if (isLast) await shutDown(cluster);
		await user.end().catch(() => undefined);
	}
	return { url: urlOf(DATABASE), urlOf, adopted, stop, [Symbol.asyncDispose]: stop };
}

export const hasEmbedded = (folder: string): boolean => isMade({ files: filesOf(folder) });

async function useServer(cluster: Cluster): Promise<pg.Client> {
	for (let tries = 1; ; tries += 1) {
		await bringUp(cluster);
		try {
			return await takeUserLock(cluster.url);
		} catch (error) {
			// Its last user has stopped it between the two.
			if (tries === ACQUIRE_TRIES) throw error;
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
			if (!(error.code === '42P04' || error.code === '23505')) throw error;
		});
	} finally {
		await client.end();
	}
}

/** Says "in use" by a shared lock, which ends with the process: only the last user of a server stops it. */
async function takeUserLock(url: string): Promise<pg.Client> {
	const client = new pg.Client({ connectionString: url, application_name: 'lightstick user' });
	client.on('error', () => undefined);
	await client.connect();
	try {
		// Waits while the last user stops the server, and fails when it has stopped.
		await client.query('select pg_advisory_lock_shared($1)', [LOCKS.embeddedUsers]);
	} catch (error) {
		await client.end().catch(() => undefined);
		throw error;
	}
	// A script that has done its work may end without a word.
	const { stream } = client.connection;
	if (stream instanceof Socket) stream.unref();
	return client;
}

/** True if nobody else uses the server; then nobody can begin to, as long as the connection is open. */
async function isLastUser(user: pg.Client): Promise<boolean> {
	const { stream } = user.connection;
	if (stream instanceof Socket) stream.ref();
	await user.query('select pg_advisory_unlock_shared($1)', [LOCKS.embeddedUsers]);
	const text = 'select pg_try_advisory_lock($1) as last';
	return (await user.query<{ last: boolean }>(text, [LOCKS.embeddedUsers])).rows[0]?.last === true;
}
