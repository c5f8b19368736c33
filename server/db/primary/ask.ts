/** Asks one server whether it is the primary, on a connection of its own that ends with the answer. */
import pg from 'pg';

export interface Server {
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
export async function askServer(address: string): Promise<Said> {
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

/** A name with several addresses fails with several errors and a message of none. */
export function reasonOf(error: unknown): string {
	const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
	return first instanceof Error ? first.message : 'unknown error';
}
