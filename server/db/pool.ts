/** The database as domains see it: statements through a pool, transactions, connections of one's own. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Database, Tx } from '#server/kernel/database.ts';
import { APP_ROLE } from './connect.ts';
import { openConnection, send } from './connection.ts';
import { isDatabaseLost, NotPrimary } from './lost.ts';
import { countConnections, openPool } from './open-pool.ts';
import { types } from './result-types.ts';
import { LONG_STATEMENT_MS, OF_CALLS, OF_VOTES, type Timeouts } from './timeouts.ts';

export interface DatabaseOptions {
	/** Connections of the pool at most. */
	max?: number;
	role?: string | null;
	timeouts?: Timeouts;
	/** The way of the pool's connections through a transaction pooler. Connections of one's own are direct all the same. */
	poolUrl?: string | null;
	/** The server may be a standby: for reads that may be a little old. */
	standby?: boolean;
}

/** Connects as the application's role, whatever user the address names. */
export function openDatabase(
	url: string,
	{ max = 10, role = APP_ROLE, timeouts = OF_CALLS, poolUrl = null, standby = false }: DatabaseOptions = {},
): Database {
	const pool = openPool(poolUrl ?? url, { role, timeouts, pooled: poolUrl !== null, standby }, max, { types });
	return {
		query: (statement) => untilPrimary(() => send(pool, statement)),
		async transaction(work) {
			const client = await untilPrimary(() => pool.connect());
			try {
				await client.query('begin');
				const result = await work({ inTransaction: true, query: (statement) => send(client, statement) });
				await client.query('commit');
				client.release();
				return result;
			} catch (error) {
				await rollBack(client, error);
				throw error;
			}
		},
		connection: () => openConnection(url, { role, timeouts: OF_VOTES }),
		connections: () => countConnections(pool),
		close: () => pool.end(),
	};
}

/** A few tries: by the second one a proxy may have noticed, or another server has been found. */
const PRIMARY_TRIES = 3;
const PRIMARY_PAUSE_MS = 250;

/** Repeats what found no primary: nothing was sent, so it may be tried again, whatever it is. */
async function untilPrimary<Result>(work: () => Promise<Result>): Promise<Result> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof NotPrimary) || tries === PRIMARY_TRIES) throw error;
			await wait(PRIMARY_PAUSE_MS);
		}
	}
}

/** A connection that cannot even roll back, or would not be answered, is thrown away; the server does the same on its side. */
async function rollBack(client: pg.PoolClient, cause: unknown): Promise<void> {
	if (isDatabaseLost(cause)) {
		client.release(true);
		return;
	}
	await client.query('rollback').then(
		() => client.release(),
		(broken: Error) => client.release(broken),
	);
}

/** The same transaction for statements that may take long, as a few of the console's do. */
export async function withLongTimeouts(tx: Tx): Promise<Tx> {
	await tx.query({ text: `set local statement_timeout = ${LONG_STATEMENT_MS}` });
	const query_timeout = LONG_STATEMENT_MS + OF_CALLS.connectMs;
	return { inTransaction: true, query: (statement) => tx.query({ ...statement, query_timeout }) };
}
