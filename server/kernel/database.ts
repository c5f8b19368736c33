/** What domains know of the database: its interface, which `server/db/` implements, the parts of a statement, and the locks. */
import pg from 'pg';

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

export interface Database extends Db, AsyncDisposable {
	/** Runs `work` in a transaction: commits what it returns, rolls back what it throws. */
	transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
	/** Outside the pool, not yet connected. Pipelined: statements do not wait for the answers of those before them. */
	connection(): Connection;
	connections(): ConnectionCounts;
	close(): Promise<void>;
}

export interface ConnectionCounts {
	max: number;
	total: number;
	idle: number;
	waiting: number;
}

export interface Connection extends Db {
	connect(): Promise<void>;
	/** Ends at once what is under way; never throws. */
	end(): Promise<void>;
}

type Row = pg.QueryResultRow;

/** Returns the first row. @throws {Error} if there is none */
export async function one<Found extends Row>(db: Db, statement: Statement): Promise<Found> {
	const [found] = await db.query<Found>(statement);
	if (!found) throw new Error(`A row was expected from: ${statement.text.trim().slice(0, 120)}`);
	return found;
}

/** Statements as templates. What stands in `${}` is sent as a value, unless it is SQL of such a template or of `raw`. */
export class Sql implements Statement {
	/** With `$1`, `$2` … for the values. */
	readonly text: string;
	readonly values: unknown[];
	name?: string;
	/** The text between the values. */
	readonly #parts: readonly string[];

	constructor(texts: readonly string[], given: readonly unknown[]) {
		const parts = [texts[0] ?? ''];
		const values: unknown[] = [];
		for (const [index, value] of given.entries()) {
			const [first = '', ...rest] = value instanceof Sql ? value.#parts : ['', ''];
			parts.push(`${parts.pop()}${first}`, ...rest);
			parts.push(`${parts.pop()}${texts[index + 1]}`);
			values.push(...(value instanceof Sql ? value.values : [value]));
		}
		this.#parts = parts;
		this.values = values;
		this.text = parts.reduce((text, part, index) => `${text}$${index}${part}`);
	}

	prepared(name: string): this {
		this.name = name;
		return this;
	}

	all<Found extends Row>(db: Db): Promise<Found[]> {
		return db.query<Found>(this);
	}

	/** Returns the first row. @throws {Error} if there is none */
	one<Found extends Row>(db: Db): Promise<Found> {
		return one<Found>(db, this);
	}

	/** Returns the first row, or null. */
	async maybeOne<Found extends Row>(db: Db): Promise<Found | null> {
		return (await this.all<Found>(db))[0] ?? null;
	}

	/** Returns the first column of the first row. @throws {Error} if there is no row */
	async value<Value>(db: Db): Promise<Value> {
		return Object.values(await this.one(db))[0] as Value;
	}

	async maybeValue<Value>(db: Db): Promise<Value | null> {
		return (await this.column<Value>(db))[0] ?? null;
	}

	async column<Value>(db: Db): Promise<Value[]> {
		return (await this.all(db)).map((found) => Object.values(found)[0] as Value);
	}

	async exists(db: Db): Promise<boolean> {
		return (await this.all(db)).length > 0;
	}

	async run(db: Db): Promise<void> {
		await db.query(this);
	}
}

export const sql = (texts: TemplateStringsArray, ...given: readonly unknown[]): Sql => new Sql(texts, given);

/** SQL from a text of our own. Never made from input. */
export const raw = (text: string | number): Sql => new Sql([String(text)], []);

export const joined = (parts: readonly Sql[], by: string) => new Sql(['', ...parts.slice(1).map(() => by), ''], parts);

/** Values by the names of their columns. Undefined ones are left out. */
type Columns = Readonly<Record<string, unknown>>;

const given = (columns: Columns) => Object.entries(columns).filter(([, value]) => value !== undefined);

/** Names of columns may be those of an operator's input: quoted, they are names in any case. */
const quoted = (name: string): Sql => raw(pg.escapeIdentifier(name));

/** Columns and values of a new row: `insert into lot ${row({ fan_id: fanId, base })}`. */
export function row(columns: Columns): Sql {
	const entries = given(columns);
	const names = joined(
		entries.map(([name]) => quoted(name)),
		', ',
	);
	return sql`(${names}) values (${listed(entries.map(([, value]) => value))})`;
}

/** Columns that change: `update lot set ${set({ base })}`. */
export function set(columns: Columns): Sql {
	return joined(
		given(columns).map(([name, value]) => sql`${quoted(name)} = ${value}`),
		', ',
	);
}

export const hashed = (name: string): Sql => sql`hashtextextended(${name}, 0)`;

const listed = (values: readonly unknown[]): Sql =>
	joined(
		values.map((value) => sql`${value}`),
		', ',
	);

type Order = 'asc' | 'desc';

export const ordered = (columns: readonly string[], order: Order): Sql =>
	raw(`order by ${columns.map((column) => `${column} ${order}`).join(', ')}`);

/** Condition: the row lies behind the last one of the page before, whose columns are given. Null for the first page. */
export function isBehind(columns: readonly string[], order: Order, last: readonly unknown[] | null): Sql {
	if (last === null) return sql`true`;
	return sql`(${raw(columns.join(', '))}) ${raw(order === 'asc' ? '>' : '<')} (${listed(last)})`;
}

/** A time in microseconds, which cursors keep, and the time of such a number. */
export const micros = (time: string): Sql => sql`(extract(epoch from ${raw(time)}) * 1000000)::bigint`;
// Anybody can write a cursor: a time long before ours would be none that the database knows.
export const ofMicros = (value: unknown): Sql =>
	sql`'epoch'::timestamptz + greatest(${value}::bigint, 0) * interval '1 microsecond'`;

/** The present time for a mark that is set, null for one that is not. */
export const nowIf = (isSet: boolean): Sql | null => (isSet ? sql`lightstick_now()` : null);

/** A time as operators read it: to the minute, in the site's time zone. Needs `site_setting` in the statement. */
export const localTime = (time: string): Sql =>
	sql`to_char(${raw(time)} at time zone timezone, 'YYYY-MM-DD"T"HH24:MI')`;

export const epochSeconds = (time: string | Sql): Sql => sql`floor(extract(epoch from ${asSql(time)}))::bigint`;

export const epochMs = (time: string | Sql): Sql => sql`floor(extract(epoch from ${asSql(time)}) * 1000)::bigint`;

const asSql = (text: string | Sql): Sql => (typeof text === 'string' ? raw(text) : text);

/** All advisory locks of the site. Two meanings of one number would wait for each other, so every number stands here. */
export const LOCKS = {
	/** Starts of a process: one migrates, the others wait. */
	migration: 4_015_701,
	/** Grants on the job queue's tables. */
	jobQueueGrants: 4_015_702,
	/** With the hash of a ranking's key. `cast_votes` contains the number, too. See server/rankings/closing/closing.ts. */
	ranking: 4_015_703,
	/** With the number of a slot of the tallies. */
	tallySlot: 4_015_704,
	/** With a ranking's id: one operator opens, drops or decides its cases at a time. */
	rankingCases: 4_015_705,
	jobRunner: 4_015_706,
	voteLogLeader: 4_015_707,
	standingsLeader: 4_015_708,
	/** With a random number: tells whether two addresses lead to one database. */
	sameDatabase: 4_015_709,
	/** Shared by the processes that use an embedded database: the last one stops it. */
	embeddedUsers: 4_015_710,
	/** One process at a time records what the clock has published. */
	scheduled: 4_015_711,
} as const;

export const LOCK_NAMES = {
	/** Changes of the list of operators. */
	operators: 'operators',
	/** Sums of a day that a bound is compared with: of one operator, or of all new ones. */
	boundOf: (operatorId: number) => `operator ${operatorId}`,
	boundOfNewOperators: 'new operators',
	/** Sign-ins of one person, and of one email address, in lower case behind the name: neither may become two fans. */
	identity: (provider: string, subject: string) => `identity:${provider}:${subject}`,
	loginEmail: 'login-email:',
	ownVotes: (fanId: number) => `own_votes ${fanId}`,
} as const;

export async function lockByName(tx: Tx, name: string): Promise<void> {
	await sql`select pg_advisory_xact_lock(${hashed(name)})`.run(tx);
}
