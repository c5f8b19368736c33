/** Connections, transactions, and the two ways a statement is sent. */
import { callbackify } from 'node:util';
import pg from 'pg';
import { APP_ROLE, clientSettings, verifyConnection, type ConnectionOptions } from './connect.ts';
import type { Connection, Database, Statement, Tx } from '#server/kernel/database.ts';
import { isDatabaseLost } from './lost.ts';
import { LONG_STATEMENT_MS, OF_CALLS, OF_JOBS, OF_VOTES, type Timeouts } from './timeouts.ts';

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

/** Connects as the application's role, whatever user the address names. */
export function openDatabase(
	url: string,
	{ max = 10, role = APP_ROLE, timeouts = OF_CALLS }: { max?: number; role?: string | null; timeouts?: Timeouts } = {},
): Database {
	const pool = openPool(url, { role, timeouts }, max, { types });
	return {
		query: (statement) => send(pool, statement),
		async transaction(work) {
			const client = await pool.connect();
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
		close: () => pool.end(),
	};
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

/** The job queue's connections: the application's role too, but rows as the library expects them. */
export function openJobPool(url: string): pg.Pool {
	return openPool(url, { role: APP_ROLE, timeouts: OF_JOBS }, 6);
}

function openConnection(url: string, options: ConnectionOptions): Connection {
	const client = new pg.Client({ ...clientSettings(url, options), types, pipeline: true });
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
			if (options.role) await verifyConnection(client, options.role);
		},
		end: () => client.end().catch(() => undefined),
		query(statement) {
			holdFlight();
			return send(client, statement);
		},
	};
}

function openPool(url: string, options: ConnectionOptions, max: number, more: pg.PoolConfig = {}): pg.Pool {
	const { role } = options;
	const verify =
		role === null ? {} : { verify: callbackify((client: pg.ClientBase) => verifyConnection(client, role)) };
	const pool = new pg.Pool({ ...clientSettings(url, options), ...more, ...verify, max });
	// A connection that dies while idle is replaced by the pool; without a listener it would end the process.
	pool.on('error', () => undefined);
	// A connection that dies in use fails its statement. The event itself must not end the process either.
	pool.on('connect', (client) => void client.on('error', () => undefined));
	return pool;
}

async function send<Row extends pg.QueryResultRow>(
	to: { query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> },
	statement: Statement,
): Promise<Row[]> {
	return (await to.query(statement)).rows;
}

/** The same transaction for statements that may take long, as a few of the console's do. */
export async function withLongTimeouts(tx: Tx): Promise<Tx> {
	await tx.query({ text: `set local statement_timeout = ${LONG_STATEMENT_MS}` });
	const query_timeout = LONG_STATEMENT_MS + OF_CALLS.connectMs;
	return { inTransaction: true, query: (statement) => tx.query({ ...statement, query_timeout }) };
}
