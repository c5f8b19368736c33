/** Pools of connections to the primary. */
import { callbackify } from 'node:util';
import pg from 'pg';
import type { ConnectionCounts } from '#server/kernel/database.ts';
import { APP_ROLE, clientSettings, type ConnectionOptions } from './connect.ts';
import { PrimaryClient } from './primary/client.ts';
import { OF_JOBS, OF_MIGRATIONS } from './timeouts.ts';
import { verifyConnection } from './verify.ts';

export function openPool(url: string, options: ConnectionOptions, max: number, more: pg.PoolConfig = {}): pg.Pool {
	const verify =
		options.role === null ? {} : { verify: callbackify((client: pg.ClientBase) => verifyConnection(client, options)) };
	const pool = new pg.Pool({
		...clientSettings(url, options),
		...more,
		...verify,
		max,
		Client: PrimaryClient as never,
	});
	// A connection that dies while idle is replaced by the pool; without a listener it would end the process.
	pool.on('error', () => undefined);
	// A connection that dies in use fails its statement. The event itself must not end the process either.
	pool.on('connect', (client) => void client.on('error', () => undefined));
	return pool;
}

export function countConnections({ options, totalCount, idleCount, waitingCount }: pg.Pool): ConnectionCounts {
	return { max: options.max, total: totalCount, idle: idleCount, waiting: waitingCount };
}

/** The job queue's connections: the application's role too, but rows as the library expects them. */
export function openJobPool(url: string): pg.Pool {
	return openPool(url, { role: APP_ROLE, timeouts: OF_JOBS }, 6);
}

/** For the queue's own migrations, which create its tables. */
export function openOwnerPool(url: string): pg.Pool {
	return openPool(url, { role: null, timeouts: { ...OF_MIGRATIONS, lockMs: OF_JOBS.lockMs } }, 2);
}
