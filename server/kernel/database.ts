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

/** A part of a statement's text, put in as it is. Never made from input. */
export class Fragment {
	readonly sql: string;

	constructor(text: string) {
		this.sql = text;
	}

	toString(): string {
		return this.sql;
	}
}

export const fragment = (text: string | number): Fragment => new Fragment(String(text));

/** Writes a statement with its values in their places: `delete from session where fan_id = ${fanId}`. */
export function sql(texts: TemplateStringsArray, ...parts: unknown[]): Statement & { values: unknown[] } {
	const values: unknown[] = [];
	const written = parts.map((part) => (part instanceof Fragment ? part.sql : `$${values.push(part)}`));
	return { text: String.raw({ raw: texts }, ...written), values };
}

/**
 * Writes a statement whose values have names: `insert into … values (${'fanId'}, ${'seq'})`. The text is made once.
 * Returns a function that takes the values by name; a name may be used twice.
 */
export function namedStatement<const Parts extends readonly (string | Fragment)[]>(
	texts: TemplateStringsArray,
	...parts: Parts
): (values: Readonly<Record<Extract<Parts[number], string>, unknown>>) => Statement {
	const names = [...new Set(parts.filter((part) => typeof part === 'string'))];
	const written = parts.map((part) => (typeof part === 'string' ? `$${names.indexOf(part) + 1}` : part.sql));
	const text = String.raw({ raw: texts }, ...written);
	return (values: Readonly<Record<string, unknown>>) => ({ text, values: names.map((name) => values[name]) });
}
