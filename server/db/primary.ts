/**
 * Finds the primary among the servers of a connection string, as libpq does for `target_session_attrs`. All connections of
 * a thread share what is known: the server that was the primary last is used without a question until somebody finds that
 * it is gone or has become a standby. Then all servers are asked at once.
 */
import pg from 'pg';
import { describeServer, addressesOf } from '#server/config/database.ts';
import { NotPrimary } from './lost.ts';
import { callbackify } from 'node:util';

type Primary = ReturnType<typeof openPrimary>;

/** A search without a result is not repeated for this long: each connection that is wanted would ask all servers. */
const FRUITLESS_MS = 200;

const known = new Map<string, Primary>();

/** Null for a string with one server: there is nothing to choose. */
export function primaryOf(url: string): Primary | null {
	const addresses = addressesOf(url);
	if (addresses.length === 1) return null;
	return known.getOrInsertComputed(url, () => openPrimary(() => Promise.all(addresses.map(askServer))));
}

function openPrimary(askAll: () => Promise<Said[]>) {
	let current: Server | null = null;
	let asking: Promise<Server> | null = null;
	let fruitless: { error: NotPrimary; at: number } | null = null;
	const connected = new Set<{ to: Server; moved: () => void }>();

	async function search(): Promise<Server> {
		if (fruitless && performance.now() - fruitless.at < FRUITLESS_MS) throw fruitless.error;
		const said = await askAll();
		const found = choose(said);
		if (found) return settle(found);
		fruitless = { error: new NotPrimary(describe(said)), at: performance.now() };
		throw fruitless.error;
	}

	function settle(found: Server): Server {
		current = found;
		for (const { to, moved } of connected) if (describeServer(to) !== describeServer(found)) moved();
		return found;
	}

	return {
		/** @throws {NotPrimary} if no server is the primary at this moment */
		async find(): Promise<Server> {
			if (current) return current;
			asking ??= search().finally(() => (asking = null));
			return asking;
		},
		forget(server: Server) {
			if (current === server) current = null;
		},
		onMoved(from: Server, moved: () => void) {
			const entry = { to: from, moved };
			connected.add(entry);
			return () => void connected.delete(entry);
		},
	};
}

/** A primary started again by mistake says that it is one: the later timeline is right. One that only reads will do. */
export function choose(said: readonly Said[]): Server | null {
	const [best] = said
		.filter(({ is }) => is === 'primary' || is === 'read-only primary')
		.toSorted((a, b) => b.timeline - a.timeline || Number(a.is !== 'primary') - Number(b.is !== 'primary'));
	return best?.server ?? null;
}

function describe(said: readonly Said[]): string {
	const each = said.map(({ server, is }) => `${describeServer(server)} ${is === 'standby' ? 'is a standby' : is}`);
	return `No server is the primary: ${each.join('; ')}`;
}

interface Server {
	/** A name, an address, or the folder of a socket. */
	host: string;
	port: number;
}

export interface Said {
	server: Server;
	/** Anything else is why the server did not say it. */
	is: 'primary' | 'read-only primary' | 'standby' | (string & {});
	/** Number of the WAL's timeline: it rises with each promotion. 0 for a server that is not a primary. */
	timeline: number;
}

/** Shorter than the connect timeout of votes: they wait for the search and then for their own connection. */
const ANSWER_MS = 1_000;

const QUESTION = `
	select case
		when pg_is_in_recovery() then 'standby'
		when current_setting('default_transaction_read_only')::boolean then 'read-only primary'
		else 'primary' end as is,
	case when pg_is_in_recovery() then 0
		else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`;

/** @param address a connection string of this server alone */
async function askServer(address: string): Promise<Said> {
	const client = new pg.Client({
		connectionString: address,
		connectionTimeoutMillis: ANSWER_MS,
		query_timeout: ANSWER_MS,
	});
	client.on('error', () => undefined);
	const server = { host: client.host, port: client.port };
	try {
		await client.connect();
		const { rows } = await client.query<Pick<Said, 'is' | 'timeline'>>(QUESTION);
		return { server, is: 'silent', timeline: 0, ...rows[0] };
	} catch (error) {
		return { server, is: `does not answer (${reasonOf(error)})`, timeline: 0 };
	} finally {
		// A frozen server would keep a polite goodbye waiting.
		client.end().catch(() => undefined);
	}
}

/** Words of the driver, which name a step of the protocol, of PgBouncer, and of a server that ends a connection before it tells its version. */
const PLAINER: readonly [RegExp, string][] = [
	[/client password must be a/, 'it asks for a password, and the address has none'],
	[/unsupported startup parameter/, 'a pooler answers: name it in DATABASE_POOL_URL, and PostgreSQL itself here'],
	[
		/transaction_timeout/,
		'it is older than PostgreSQL 17, and Lightstick needs 18 or later: upgrade the server, or name another one',
	],
];

/** A name with several addresses fails with several errors and a message of none. */
export function reasonOf(error: unknown): string {
	const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
	if (!(first instanceof Error)) return 'unknown error';
	return PLAINER.find(([words]) => words.test(first.message))?.[1] ?? first.message;
}

/** The driver's client, which connects to the primary wherever that is. With a single server it is the driver's own. */
export interface PrimaryConfig extends pg.ClientConfig {
	primary?: Primary | null;
}

/** read_only_sql_transaction: the server has become one that only reads. */
const READ_ONLY = '25006';

type Connected = (error: Error | null, client?: pg.Client) => void;

export class PrimaryClient extends pg.Client {
	readonly #primary: Primary | null;
	#server: Server | null = null;

	constructor(config: PrimaryConfig) {
		super(config);
		this.#primary = config.primary ?? null;
		// A pool would go on using the connection. The event comes before the statement's own error.
		this.connection.on('errorMessage', ({ code }) => {
			if (code !== READ_ONLY) return;
			this.giveUpServer();
			setImmediate(() => this.#cut());
		});
	}

	giveUpServer(): void {
		if (this.#server) this.#primary?.forget(this.#server);
	}

	override connect(): Promise<pg.Client>;
	override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
	override connect(callback?: unknown): Promise<pg.Client> | void {
		if (typeof callback === 'function') return this.#find(callback as Connected);
		return new Promise((resolve, reject) => {
			this.#find((error) => (error ? reject(error) : resolve(this)));
		});
	}

	#find(callback: Connected): void {
		if (!this.#primary) return super.connect(callback);
		callbackify(this.#primary.find)((error: Error | null, server) => {
			if (error) callback(error);
			// The pool has given this client up while the servers were asked.
			else if (this.connection.stream.destroyed) callback(new Error('timeout expired'));
			else this.#connectTo(server, callback);
		});
	}

	#connectTo(server: Server, callback: Connected): void {
		this.#server = server;
		this.host = server.host;
		this.port = server.port;
		super.connect((error: Error | null) => {
			if (!error) {
				this.#leaveWithPrimary(server);
				return callback(null, this);
			}
			this.giveUpServer();
			callback(new NotPrimary(`${server.host} was the primary and does not answer`, { cause: error }));
		});
	}

	/** A server that is silent would keep its connections waiting until their timeouts: all leave when one finds another. */
	#leaveWithPrimary(server: Server): void {
		const leave = this.#primary?.onMoved(server, () => this.#cut());
		if (leave) this.once('end', leave);
	}

	#cut(): void {
		this.connection.stream.destroy();
	}
}
