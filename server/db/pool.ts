/** Connections, transactions, and the two ways a statement is sent. */
import pg from 'pg';

/** Anything a statement can be sent to: the pool, or a transaction. */
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
}

export interface Database extends Db {
	/** Runs `work` in a transaction: commits what it returns, rolls back what it throws. */
	transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
	/**
	 * A connection of one's own, outside the pool, not yet connected. Pipelined: statements are sent without waiting
	 * for the answers of those before them.
	 */
	connection(): Connection;
	close(): Promise<void>;
}

export interface Connection extends Db {
	connect(): Promise<void>;
	/** Ends at once what is under way; never throws. */
	end(): Promise<void>;
}

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

const APP_ROLE = 'lightstick_app';

/** Connects as the application's role, whatever user the address names. */
export function openDatabase(
	url: string,
	{ max = 10, role = APP_ROLE }: { max?: number; role?: string | null } = {},
): Database {
	const settings = clientSettings(url, role);
	const pool = openPool(settings, max);
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
				// A connection that cannot even roll back is thrown away; the server does the same on its side.
				await client.query('rollback').then(
					() => client.release(),
					(broken: Error) => client.release(broken),
				);
				throw error;
			}
		},
		connection: () => openConnection(clientSettings(url, role, LOOK_UP_BY_KEY)),
		close: () => pool.end(),
	};
}

/** The job queue's connections: the application's role too, but rows as the library expects them. */
export function openJobPool(url: string): pg.Pool {
	return openPool({ connectionString: url, options: `-c role=${APP_ROLE}` }, 4);
}

function openConnection(settings: pg.ClientConfig): Connection {
	const client = new pg.Client({ ...settings, pipeline: true });
	// What is under way fails with the connection; this only keeps the event from ending the process.
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
		},
		end: () => client.end().catch(() => undefined),
		query(statement) {
			holdFlight();
			return send(client, statement);
		},
	};
}

/**
 * A lane's statements join a few hundred keys with tables of any size: always a nested loop over an index. A plan made
 * while the tables were empty would scan them whole, and stay prepared while they grow. One plan for good: a batch's keys
 * are never worth another.
 */
const LOOK_UP_BY_KEY = [
	...['enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off', 'jit=off'],
	'plan_cache_mode=force_generic_plan',
];

function clientSettings(url: string, role: string | null, settings: string[] = []): pg.ClientConfig {
	const options = [...(role ? [`role=${role}`] : []), ...settings].map((setting) => `-c ${setting}`).join(' ');
	return { connectionString: url, types, ...(options ? { options } : {}) };
}

function openPool(settings: pg.ClientConfig, max: number): pg.Pool {
	const pool = new pg.Pool({ ...settings, max });
	// A connection that dies while idle is replaced by the pool; without a listener it would end the process.
	pool.on('error', () => undefined);
	// One that dies while it is in use fails the statement under way; the event itself must not end the process either.
	pool.on('connect', (client) => void client.on('error', () => undefined));
	return pool;
}

async function send<Row extends pg.QueryResultRow>(
	to: { query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> },
	statement: Statement,
): Promise<Row[]> {
	return (await to.query(statement)).rows;
}

/** The first row, or null. */
export async function maybeOne<Row extends pg.QueryResultRow>(db: Db, statement: Statement): Promise<Row | null> {
	return (await db.query<Row>(statement))[0] ?? null;
}

/** The first row. @throws {Error} where there is none. */
export async function one<Row extends pg.QueryResultRow>(db: Db, statement: Statement): Promise<Row> {
	const row = await maybeOne<Row>(db, statement);
	if (!row) throw new Error(`A row was expected from: ${statement.text.trim().slice(0, 120)}`);
	return row;
}
