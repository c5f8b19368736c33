/**
 * Statements as tagged templates. Whatever stands in `${}` is sent as a value beside the text, unless it is SQL itself:
 * another such template, or what `raw` makes of a name in our code.
 */
import pg from 'pg';
import { maybeOne, one, type Db, type Statement } from './database.ts';

type Row = pg.QueryResultRow;

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

	/** Prepares the statement once per connection, and sends it by this name afterwards. */
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
	maybeOne<Found extends Row>(db: Db): Promise<Found | null> {
		return maybeOne<Found>(db, this);
	}

	/** Returns the first column of the first row. @throws {Error} if there is no row */
	async value<Value>(db: Db): Promise<Value> {
		return Object.values(await this.one(db))[0] as Value;
	}

	/** Returns the first column of the first row, or null. */
	async maybeValue<Value>(db: Db): Promise<Value | null> {
		return (await this.column<Value>(db))[0] ?? null;
	}

	/** Returns the first column of all rows. */
	async column<Value>(db: Db): Promise<Value[]> {
		return (await this.all(db)).map((found) => Object.values(found)[0] as Value);
	}

	/** Returns true if there is a row. */
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

export const joined = (parts: readonly Sql[], by: string): Sql =>
	new Sql(['', ...parts.slice(1).map(() => by), ''], parts);

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

/** The number of the advisory lock that has this name. */
export const hashed = (name: string): Sql => sql`hashtextextended(${name}, 0)`;

/** Values with commas between them. */
const listed = (values: readonly unknown[]): Sql =>
	joined(
		values.map((value) => sql`${value}`),
		', ',
	);

type Order = 'asc' | 'desc';

/** A list's order: every column in the same direction. */
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

/** A time in whole seconds since the epoch, in UTC. */
export const epochSeconds = (time: string | Sql): Sql => sql`floor(extract(epoch from ${asSql(time)}))::bigint`;

/** A time in whole milliseconds since the epoch, in UTC. */
export const epochMs = (time: string | Sql): Sql => sql`floor(extract(epoch from ${asSql(time)}) * 1000)::bigint`;

const asSql = (text: string | Sql): Sql => (typeof text === 'string' ? raw(text) : text);
