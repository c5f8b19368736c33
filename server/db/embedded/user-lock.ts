/**
 * A process's connection to the embedded server that says "in use". It holds a shared lock, which ends with the process,
 * so that only the last user of a server stops it; and its end is the first sign that the server has died.
 */
import { Socket } from 'node:net';
import pg from 'pg';
import { LOCKS } from '#server/kernel/locks.ts';

export interface UserLock {
	/** Resolves when the connection has ended. */
	lost: Promise<void>;
	/** True if nobody else uses the server; then nobody can begin to, as long as the lock is not closed. */
	isLast(): Promise<boolean>;
	close(): Promise<void>;
}

/** @throws {Error} where the server is stopping or gone */
export async function takeUserLock(url: string): Promise<UserLock> {
	const client = new pg.Client({ connectionString: url, application_name: 'lightstick user' });
	client.on('error', () => undefined);
	const lost = new Promise<void>((resolve) => void client.once('end', resolve));
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
	return {
		lost,
		async isLast() {
			if (stream instanceof Socket) stream.ref();
			await client.query('select pg_advisory_unlock_shared($1)', [LOCKS.embeddedUsers]);
			const text = 'select pg_try_advisory_lock($1) as last';
			return (await client.query<{ last: boolean }>(text, [LOCKS.embeddedUsers])).rows[0]?.last === true;
		},
		close: () => client.end().catch(() => undefined),
	};
}
