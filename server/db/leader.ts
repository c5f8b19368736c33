/**
 * Chooses one of all processes for work that only one should do. The leader holds an advisory lock on a connection of its
 * own: the lock goes with the connection, however the process ends, and another takes over. A leader that was paused may
 * wake up after another one took over. So the lock only saves work, and what the leader writes has to be safe without it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Connection, type Database } from '#server/kernel/database.ts';

export async function becomeLeader(db: Pick<Database, 'connection'>, lock: number): Promise<Connection | null> {
	const connection = db.connection();
	try {
		await connection.connect();
		if (await sql`select pg_try_advisory_lock(${lock})`.value<boolean>(connection)) return connection;
	} catch (error) {
		await connection.end();
		throw error;
	}
	await connection.end();
	return null;
}

interface Led {
	/** Does a piece of the work, if this process leads, and returns the milliseconds until the next. `leading` null: it does not. */
	step(leading: Connection | null): Promise<number>;
	/** Hears of a step that failed. The lock is let go of then, and asked for again after `failedMs`. */
	failed(error: unknown): void;
	failedMs: number;
}

export function runAsLeader(db: Pick<Database, 'connection'>, lock: number, { step, failed, failedMs }: Led) {
	const stopping = new AbortController();
	const { signal } = stopping;
	const pause = (milliseconds: number) => wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);

	async function run(): Promise<void> {
		let leading: Connection | null = null;
		while (!signal.aborted) {
			try {
				leading ??= await becomeLeader(db, lock);
				await pause(await step(leading));
			} catch (error) {
				await leading?.end();
				leading = null;
				failed(error);
				await pause(failedMs);
			}
		}
		await leading?.end();
	}

	const running = run();
	return {
		async stop(): Promise<void> {
			stopping.abort();
			await running;
		},
	};
}
