/** The database as domains see it: statements through a pool, transactions, connections of one's own. */
import type { Connection, ConnectionCounts, Database, Statement, Tx } from '#server/kernel/database.ts';
import { raw, sql } from '#server/kernel/database.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { callbackify } from 'node:util';
import pg from 'pg';
import {
	APP_ROLE,
	clientSettings,
	type ConnectionOptions,
	verifyConnection,
	LONG_STATEMENT_MS,
	OF_CALLS,
	OF_JOBS,
	OF_VOTES,
	type Timeouts,
} from './connect.ts';
import { isDatabaseLost, NotPrimary } from './lost.ts';
import { PrimaryClient } from './primary.ts';

export interface DatabaseOptions {
	max?: number;
	role?: string | null;
	timeouts?: Timeouts;
	/** The way of the pool's connections through a transaction pooler. Connections of one's own are direct all the same. */
	poolUrl?: string | null;
}

/** Connects as the application's role, whatever user the address names. */
export function openDatabase(
	url: string,
	{ max = 10, role = APP_ROLE, timeouts = OF_CALLS, poolUrl = null }: DatabaseOptions = {},
): Database {
	const pool = openPool(poolUrl ?? url, { role, timeouts, pooled: poolUrl !== null }, max, { types });
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
		[Symbol.asyncDispose]: () => pool.end(),
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
	await tx.query(sql`set local statement_timeout = ${raw(LONG_STATEMENT_MS)}`);
	const query_timeout = LONG_STATEMENT_MS + OF_CALLS.connectMs;
	return { inTransaction: true, query: (statement) => tx.query({ ...statement, query_timeout }) };
}

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
export const openJobPool = (url: string): pg.Pool => openPool(url, { role: APP_ROLE, timeouts: OF_JOBS }, 6);

function openConnection(url: string, options: ConnectionOptions): Connection {
	const client = new PrimaryClient({ ...clientSettings(url, options), types, pipeline: true });
	// Statements in flight fail with the connection. This listener only keeps the event from ending the process.
	client.on('error', () => undefined);
	const { stream } = client.connection;
	let flying = false;
	/** Statements sent in one go leave in one packet: a call of the operating system costs more than a small statement. */
	function holdFlight(): void {
		if (flying) return;
		flying = true;
		stream.cork();
		process.nextTick(() => {
			flying = false;
			stream.uncork();
		});
	}
	return {
		async connect() {
			await client.connect();
			if (options.role) await verifyConnection(client, options);
		},
		end: () => client.end().catch(() => undefined),
		query(statement) {
			holdFlight();
			return send(client, statement);
		},
	};
}

const send = async <Row extends pg.QueryResultRow>(
	to: { query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> },
	statement: Statement,
): Promise<Row[]> => (await to.query(statement)).rows;

/** Counts and gems stay below 2^53 (API conventions), so bigint comes back as a number, checked. */
function safeInteger(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`);
	return value;
}
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, safeInteger);
types.setTypeParser(pg.types.builtins.NUMERIC, safeInteger);
// A birthday has no time zone; a Date would give it one.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
