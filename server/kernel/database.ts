/** Interface of the database for domains. `server/db/` implements it. */
import type pg from 'pg';

export interface Db {
	query<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]>;
}

/** A transaction that has begun. Functions that take locks ask for one in their type. */
export interface Tx extends Db {
	readonly inTransaction: true;
}

/** One statement. With a name it is prepared once per connection and sent by that name afterwards. */
export interface Statement {
	name?: string;
	text: string;
	values?: unknown[];
	/** Milliseconds until its answer is given up, where that is not as for all others; see `withLongTimeouts`. */
	query_timeout?: number;
}

export interface Database extends Db {
	/** Runs `work` in a transaction: commits what it returns, rolls back what it throws. */
	transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
	/**
	 * A connection of one's own, outside the pool, not yet connected. Pipelined: statements are sent without waiting
	 * for the answers of those before them.
	 */
	connection(): Connection;
	connections(): ConnectionCounts;
	close(): Promise<void>;
}

export interface ConnectionCounts {
	max: number;
	/** Open ones, the idle ones included. */
	total: number;
	idle: number;
	waiting: number;
}

export interface Connection extends Db {
	connect(): Promise<void>;
	/** Ends at once what is under way; never throws. */
	end(): Promise<void>;
}

export async function maybeOne<Row extends pg.QueryResultRow>(db: Db, statement: Statement): Promise<Row | null> {
	return (await db.query<Row>(statement))[0] ?? null;
}

/** Returns the first row. @throws {Error} if there is none */
export async function one<Row extends pg.QueryResultRow>(db: Db, statement: Statement): Promise<Row> {
	const row = await maybeOne<Row>(db, statement);
	if (!row) throw new Error(`A row was expected from: ${statement.text.trim().slice(0, 120)}`);
	return row;
}
