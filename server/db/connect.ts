/** Connections with the application's role, whatever URL or pooler say: each new one is checked before its first use. */
import type pg from 'pg';
import { addressesOf, describeDatabase } from '#server/config/database.ts';
import { StartRefused } from '#server/config/refused.ts';
import { NotPrimary } from './lost.ts';
import { PrimaryClient, type PrimaryConfig, primaryOf, reasonOf } from './primary.ts';

export const APP_ROLE = 'lightstick_app';

/** A cut line is noticed by either side within about this time, also where nothing is being said. */
const KEEP_ALIVE_S = 5;

/** What statements mean depends on these settings, which a server, a database or a login may have of its own. */
const RELIED = {
	array_nulls: 'on',
	datestyle: 'ISO',
	default_transaction_deferrable: 'off',
	exit_on_error: 'off',
	extra_float_digits: '1',
	gin_fuzzy_search_limit: '0',
	idle_session_timeout: '0',
	intervalstyle: 'postgres',
	quote_all_identifiers: 'off',
	row_security: 'on',
	search_path: '"$user",public',
	standard_conforming_strings: 'on',
	transaction_timeout: '0',
	transform_null_equals: 'off',
};

export interface ConnectionOptions {
	/** Null means the role that the URL names, for migrations and tests. */
	role: string | null;
	timeouts: Timeouts;
	/** True through a transaction pooler: nothing is set when the connection begins, the login's own settings count. */
	pooled?: boolean;
}

/** Returns settings for the driver. The `options` of the URL stay, and ours follow them. */
export function clientSettings(url: string, { role, timeouts, pooled = false }: ConnectionOptions): PrimaryConfig {
	// Of several servers, the client is told the right one when it connects.
	const { connectionString, options } = takeOptions(addressesOf(url)[0] ?? url);
	const ofBoth: PrimaryConfig = {
		connectionString,
		primary: primaryOf(url),
		connectionTimeoutMillis: timeouts.connectMs,
		query_timeout: timeouts.answerMs,
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEP_ALIVE_S * 1_000,
	};
	if (pooled) return ofBoth;
	const ours = {
		...(role ? { role } : {}),
		...RELIED,
		default_transaction_isolation: 'read\\ committed',
		tcp_keepalives_idle: KEEP_ALIVE_S,
		tcp_keepalives_interval: KEEP_ALIVE_S,
		tcp_keepalives_count: 2,
		tcp_user_timeout: 2 * KEEP_ALIVE_S * 1_000,
	};
	const said = Object.entries(ours).map(([name, value]) => `-c ${name}=${value}`);
	return {
		...ofBoth,
		options: [...options, ...said].join(' '),
		statement_timeout: timeouts.statementMs,
		lock_timeout: timeouts.lockMs,
		idle_in_transaction_session_timeout: timeouts.silenceMs,
	};
}

const WAY = /^(?:host|port|user|password|application_name|uselibpqcompat|ssl.*)$/;

/** Puts `options` behind ours, which the driver would let them replace, and drops what is not of the way. */
function takeOptions(url: string): { connectionString: string; options: string[] } {
	if (!URL.canParse(url)) return { connectionString: url, options: [] };
	const address = new URL(url);
	const options = address.searchParams.getAll('options');
	const others = [...address.searchParams.keys()].filter((name) => !WAY.test(name));
	for (const name of others) address.searchParams.delete(name);
	return { connectionString: others.length > 0 ? address.href : url, options };
}

export const DROPS_SETTINGS =
	'Something between us and PostgreSQL drops the settings that a connection begins with: let it pass "options", connect directly';

interface Found {
	standby: boolean;
	user: string;
	member: boolean | null;
	isolation: string;
	may_rewrite: boolean | null;
	/** Settings that are not as our statements need them. */
	strayed: string[];
	/** Milliseconds; 0 means without an end. */
	statement_ms: number;
	lock_ms: number;
	silence_ms: number;
}

/** @throws {NotPrimary} for a standby @throws {Error} if role or settings are not the application's */
export async function verifyConnection(client: pg.ClientBase, options: ConnectionOptions): Promise<void> {
	const { rows } = await client.query<Found>(SELECT_CONNECTION, [APP_ROLE, Object.keys(RELIED), Object.values(RELIED)]);
	const [found] = rows;
	if (!found) throw new Error('The database did not say who we are');
	if (found.standby) {
		if (client instanceof PrimaryClient) client.giveUpServer();
		throw new NotPrimary('This connection leads to a standby, which only reads');
	}
	if (options.role === null) return;
	const faults = [...faultsOf(found, options)];
	if (faults.length === 0) return;
	const advice = options.pooled
		? `Log in at the pooler as a role in ${APP_ROLE} that owns nothing, and give that role these settings: see docs/operating/failover.md`
		: `${DROPS_SETTINGS}, or log in as ${options.role}`;
	throw new Error(`This connection is not the application's own: ${faults.join(', ')}. ${advice}`);
}

function* faultsOf(found: Found, { role, pooled, timeouts }: ConnectionOptions): Iterable<string> {
	const isOurs = found.user === role || (pooled === true && found.member === true);
	if (!isOurs) yield `the database takes us for ${found.user}`;
	if (found.may_rewrite === true) yield 'we could change entries of the ledger';
	if (found.isolation !== 'read committed') yield `transactions are "${found.isolation}"`;
	yield* found.strayed;
	if (pooled) yield* missingTimeouts(found, timeouts);
}

/** A wait without an end is an outage. Shorter ones are as good as ours. */
function* missingTimeouts(found: Found, { statementMs, lockMs, silenceMs }: Timeouts): Iterable<string> {
	for (const [name, set, max] of [
		['statement_timeout', found.statement_ms, statementMs],
		['lock_timeout', found.lock_ms, lockMs],
		['idle_in_transaction_session_timeout', found.silence_ms, silenceMs],
	] as const)
		if (set === 0 || set > max) yield `${name} is ${set || 'not set'} (at most ${max} ms)`;
}

/** The setting is text with a unit, which an interval reads too. The view pg_settings takes a millisecond for each look. */
const milliseconds = (setting: string) =>
	`(1000 * extract(epoch from current_setting('${setting}')::interval))::integer`;

const SELECT_CONNECTION = `select pg_is_in_recovery() as standby, current_user as user,
	(select pg_has_role(oid, 'usage') from pg_roles where rolname = $1) as member,
	current_setting('transaction_isolation') as isolation,
	${milliseconds('statement_timeout')} as statement_ms, ${milliseconds('lock_timeout')} as lock_ms,
	${milliseconds('idle_in_transaction_session_timeout')} as silence_ms,
	(
		select bool_or(has_table_privilege(oid, 'update') or has_table_privilege(oid, 'delete'))
		from pg_class where oid in (to_regclass('public.ledger_entry'), to_regclass('public.vote'))
	) as may_rewrite,
	array(
		select format('%s is "%s" (not %s)', name, current_setting(name), value) from unnest($2::text[], $3::text[]) as relied (name, value)
		where replace(current_setting(name), ' ', '') not like value || '%'
	) as strayed`;

export interface Timeouts {
	connectMs: number;
	statementMs: number;
	/** The server ends a statement that waits longer for a lock. */
	lockMs: number;
	/** The server ends a transaction whose client is silent for longer, and so releases its locks. */
	silenceMs: number;
	/** Without a response by then, the server is frozen or the network is down. The connection is closed. */
	answerMs: number;
}

/** For API calls. A fan's page gives up after a minute, a proxy in front of us after half of that. */
export const OF_CALLS: Timeouts = {
	// A longer wait means that the queue does not move. A quick 503 is better, and the browser retries.
	connectMs: 5_000,
	// The slowest screen of the console on ten million votes takes a second or two.
	statementMs: 10_000,
	// Row locks last milliseconds. A call that waits longer for one is told to retry.
	lockMs: 2_000,
	// Our transactions send statements all the time. Only a stopped process or a cut network is silent for this long.
	silenceMs: 10_000,
	// A little longer than the server's own timeouts, so that its error comes first.
	answerMs: 12_000,
};

/** For batches of votes. A batch takes milliseconds, and the same keys may always be sent again. */
export const OF_VOTES: Timeouts = {
	connectMs: 2_000,
	statementMs: 4_000,
	// A batch waits for wallets that another transaction holds, and for a closing or a pause. It is sent again afterwards.
	lockMs: 100,
	silenceMs: 10_000,
	answerMs: 5_000,
};

/** For jobs. No person waits for them, and the audit reads whole tables. */
export const OF_JOBS: Timeouts = {
	connectMs: 10_000,
	statementMs: 15 * 60_000,
	lockMs: 5_000,
	silenceMs: 10_000,
	answerMs: 16 * 60_000,
};

/** For the numbers that metrics show of the whole site. A scraper waits ten seconds by default. */
export const OF_SCRAPES: Timeouts = {
	connectMs: 2_000,
	statementMs: 2_000,
	lockMs: 500,
	silenceMs: 10_000,
	answerMs: 2_500,
};

/** For migrations. They may run long, but everybody queues behind a table that a migration waits for. */
export const OF_MIGRATIONS: Timeouts = {
	connectMs: 10_000,
	statementMs: 60 * 60_000,
	lockMs: 1_000,
	silenceMs: 60_000,
	answerMs: 61 * 60_000,
};

/** Timeout for the few console statements that read a large part of the votes. See `withLongTimeouts`. */
export const LONG_STATEMENT_MS = 50_000;

/** A transaction that blocks the closing of a ranking, or its votes, may be silent for no longer than this. */
export const SILENCE_UNDER_RANKING_LOCK_MS = 1_500;

/** Longer than a call waits: a start has time. */
const CONNECT_MS = 10_000;

/**
 * Runs `work`, before the site starts, on a connection of the login that the address names.
 * @param name the variable that holds the address, for the sentence
 * @throws {StartRefused} if there is no connection
 */
export async function askOnce<Answer>(name: string, url: string, work: (client: PrimaryClient) => Promise<Answer>) {
	const timeouts = { ...OF_CALLS, connectMs: CONNECT_MS };
	const client = new PrimaryClient(clientSettings(url, { role: null, timeouts, pooled: name === 'DATABASE_POOL_URL' }));
	client.on('error', () => undefined);
	try {
		await client.connect().catch((error: unknown) => {
			throw new StartRefused(`${name}: no connection to the database ${describeDatabase(url)}: ${reasonOf(error)}`);
		});
		return await work(client);
	} finally {
		await client.end().catch(() => undefined);
	}
}
