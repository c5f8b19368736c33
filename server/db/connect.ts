/** Opens connections with the application's role, whatever the URL says, and with a timeout for every wait. */
import type pg from 'pg';
import type { Timeouts } from './timeouts.ts';

export const APP_ROLE = 'lightstick_app';

/** A cut line is noticed by either side within about this time, also where nothing is being said. */
const KEEP_ALIVE_S = 5;

export interface ConnectionOptions {
	/** Null means the role that the URL names, for migrations and tests. */
	role: string | null;
	timeouts: Timeouts;
}

/** Returns settings for the driver. The `options` of the URL stay, and ours follow them. */
export function clientSettings(url: string, { role, timeouts }: ConnectionOptions): pg.ClientConfig {
	const { connectionString, options } = takeOptions(url);
	const ours = {
		...(role ? { role } : {}),
		// The books rely on these settings. Set them here, because the server's or the role's own settings may differ.
		default_transaction_isolation: 'read\\ committed',
		tcp_keepalives_idle: KEEP_ALIVE_S,
		tcp_keepalives_interval: KEEP_ALIVE_S,
		tcp_keepalives_count: 2,
		tcp_user_timeout: 2 * KEEP_ALIVE_S * 1_000,
	};
	const said = Object.entries(ours).map(([name, value]) => `-c ${name}=${value}`);
	return {
		connectionString,
		options: [...options, ...said].join(' '),
		connectionTimeoutMillis: timeouts.connectMs,
		statement_timeout: timeouts.statementMs,
		lock_timeout: timeouts.lockMs,
		idle_in_transaction_session_timeout: timeouts.silenceMs,
		query_timeout: timeouts.answerMs,
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEP_ALIVE_S * 1_000,
	};
}

/** The driver lets the address's `options` replace all others, our role among them: they are taken out and put in front. */
function takeOptions(url: string): { connectionString: string; options: string[] } {
	if (!URL.canParse(url)) return { connectionString: url, options: [] };
	const address = new URL(url);
	const options = address.searchParams.getAll('options');
	address.searchParams.delete('options');
	return { connectionString: options.length > 0 ? address.href : url, options };
}

/**
 * Checks role and isolation of a new connection. A pooler in between may drop the options, and then everything would run
 * as the owner of the tables, who may change the books.
 * @throws {Error} if one of them is not the application's
 */
export async function verifyConnection(client: pg.ClientBase, role: string): Promise<void> {
	const { rows } = await client.query<{ user: string; isolation: string; may_rewrite: boolean | null }>(
		SELECT_CONNECTION,
	);
	const [found] = rows;
	const faults = [
		found?.user === role ? null : `the database takes us for ${found?.user}`,
		found?.may_rewrite === true ? 'we could change entries of the ledger' : null,
		found?.isolation === 'read committed' ? null : `transactions are "${found?.isolation}"`,
	].filter((fault) => fault !== null);
	if (faults.length === 0) return;
	throw new Error(
		`This connection is not the application's own: ${faults.join(', ')}. Something between us and PostgreSQL drops the ` +
			`settings that a connection begins with: let it pass "options", connect directly, or log in as ${role}`,
	);
}

const SELECT_CONNECTION = `select current_user as user, current_setting('transaction_isolation') as isolation,
	(
		select bool_or(has_table_privilege(oid, 'update') or has_table_privilege(oid, 'delete'))
		from pg_class where oid in (to_regclass('public.ledger_entry'), to_regclass('public.vote'))
	) as may_rewrite`;
