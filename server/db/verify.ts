/**
 * Checks every new connection before its first use. A pooler in between may drop the settings that a connection begins
 * with, and then everything would run as the owner of the tables, who may change the books. A proxy may lead to a standby.
 */
import type pg from 'pg';
import { APP_ROLE, type ConnectionOptions } from './connect.ts';
import { NotPrimary } from './lost.ts';
import { PrimaryClient } from './primary/client.ts';
import type { Timeouts } from './timeouts.ts';

interface Found {
	standby: boolean;
	user: string;
	member: boolean | null;
	isolation: string;
	may_rewrite: boolean | null;
	/** Milliseconds; 0 means without an end. */
	statement_ms: number;
	lock_ms: number;
	silence_ms: number;
}

/**
 * @throws {NotPrimary} if the server is a standby
 * @throws {Error} if role or settings are not the application's
 */
export async function verifyConnection(client: pg.ClientBase, options: ConnectionOptions): Promise<void> {
	const { rows } = await client.query<Found>(SELECT_CONNECTION, [APP_ROLE]);
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
		: 'Something between us and PostgreSQL drops the settings that a connection begins with: let it pass "options", ' +
			`connect directly, or log in as ${options.role}`;
	throw new Error(`This connection is not the application's own: ${faults.join(', ')}. ${advice}`);
}

function* faultsOf(found: Found, { role, pooled, timeouts }: ConnectionOptions): Iterable<string> {
	const isOurs = found.user === role || (pooled === true && found.member === true);
	if (!isOurs) yield `the database takes us for ${found.user}`;
	if (found.may_rewrite === true) yield 'we could change entries of the ledger';
	if (found.isolation !== 'read committed') yield `transactions are "${found.isolation}"`;
	if (pooled) yield* missingTimeouts(found, timeouts);
}

/** A wait without an end is an outage. Shorter ones are as good as ours. */
function* missingTimeouts(found: Found, { statementMs, lockMs, silenceMs }: Timeouts): Iterable<string> {
	for (const [name, set, max] of [
		['statement_timeout', found.statement_ms, statementMs],
		['lock_timeout', found.lock_ms, lockMs],
		['idle_in_transaction_session_timeout', found.silence_ms, silenceMs],
	] as const) {
		if (set === 0 || set > max) yield `${name} is ${set || 'not set'} (at most ${max} ms)`;
	}
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
	) as may_rewrite`;
