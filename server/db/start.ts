/** Finds the site's database and checks that it can be used. Messages name the variable, and never the address itself. */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { describeDatabase } from '#server/config/database.ts';
import { StartRefused } from '#server/config/refused.ts';
import { LOCKS } from '#server/kernel/database.ts';
import { APP_ROLE, askOnce, DROPS_SETTINGS, OF_CALLS } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import { expectOwnSite, keepSite } from './installation.ts';
import { isUpToDate, migrate } from './migrate.ts';
import { openPool } from './pool.ts';
import { reasonOf } from './primary.ts';

/** Disposed of, an embedded one is stopped. */
export type FoundDatabase = Awaited<ReturnType<typeof findDatabase>>;
type Ways = Pick<FoundDatabase, 'url' | 'poolUrl' | 'ownerUrl' | 'ownerName'>;

/** Opens the server of DATABASE_URL, or the embedded one if it is not set. @throws {StartRefused} if it cannot be used */
export async function findDatabase({ databaseUrl, poolDatabaseUrl, migrateDatabaseUrl, dataFolder }: Config) {
	if (databaseUrl === null) {
		const { url, stop } = await startEmbedded({ folder: dataFolder });
		return { url, poolUrl: null, ownerUrl: url, ownerName: 'LIGHTSTICK_DATA', [Symbol.asyncDispose]: stop };
	}
	await expectDatabase('DATABASE_URL', databaseUrl, poolDatabaseUrl === null ? CONNECTIONS : CONNECTIONS_BESIDE_POOL);
	for (const [name, url] of [
		['MIGRATE_DATABASE_URL', migrateDatabaseUrl],
		['DATABASE_POOL_URL', poolDatabaseUrl],
	] as const) {
		if (url === null) continue;
		await expectDatabase(name, url);
		await expectSameDatabase(databaseUrl, name, url);
	}
	return {
		url: databaseUrl,
		poolUrl: poolDatabaseUrl,
		ownerUrl: migrateDatabaseUrl ?? databaseUrl,
		ownerName: migrateDatabaseUrl === null ? 'DATABASE_URL' : 'MIGRATE_DATABASE_URL',
		[Symbol.asyncDispose]: async () => undefined,
	};
}

/**
 * Brings the database up to date for this site. One that is up to date needs no owner: the site then runs with a login that
 * can change neither tables nor books.
 * @returns the mark that the files of a public site must have; null on this machine
 * @throws {StartRefused} if it is another's, if a public site was not begun in it, or if a login lacks rights
 */
export async function prepareDatabase(found: Ways, publicUrl: string): Promise<string | null> {
	const { url, poolUrl, ownerUrl, ownerName } = found;
	const fault = await ownerFault(ownerName, ownerUrl);
	if (fault !== null && !(await isUpToDate(ownerName, ownerUrl))) throw new StartRefused(fault);
	const mark = await expectOwnSite(ownerName, ownerUrl, publicUrl);
	if (fault === null) {
		await migrate(ownerUrl);
		await keepSite(ownerName, ownerUrl, publicUrl);
	}
	await expectAppLogin('DATABASE_URL', url, false);
	if (poolUrl !== null) await expectAppLogin('DATABASE_POOL_URL', poolUrl, true);
	return mark;
}

/** Of a process, as docs/operating/failover.md says: those of calls may go through a pooler. */
const CONNECTIONS = 25;
const CONNECTIONS_BESIDE_POOL = 15;

/** Major version: `cast_votes` returns rows as they were before an update. */
const VERSION_MIN = 18;

interface Facts {
	version: string;
	standby: boolean;
	/** Told to read only, as providers do to a database whose disk is full. */
	reads?: boolean;
	/** Told to leave triggers out, as tools that copy databases do: the books would lose sums. */
	copies?: boolean;
	lock?: string;
	/** So many may this login open, the reserved ones left out. */
	connections?: number;
	encoding: string;
	/** Whether é is the small form of É, and i that of I (not in Turkish). Undefined in another encoding than UTF8. */
	knowsLetters?: boolean;
}

/**
 * Checks that the database answers, has a version that we can use, and takes writes; and that no pooler is on the way that
 * would keep the locks of a start after it has ended. @throws {StartRefused}
 */
export async function expectDatabase(name: string, url: string, connections = 1): Promise<void> {
	const facts = await askOnce(name, url, readFacts);
	const isPooler = facts !== undefined && facts.lock !== `${OF_CALLS.lockMs / 1_000}s` && name !== 'DATABASE_POOL_URL';
	if (isPooler) throw new StartRefused(`${name}: ${DROPS_SETTINGS}, or name it in DATABASE_POOL_URL`);
	const fault = facts && faultOf(facts, connections);
	if (fault) throw new StartRefused(`${name}: the database ${describeDatabase(url)} ${fault}`);
}

async function readFacts(client: pg.ClientBase): Promise<Facts | undefined> {
	const facts = (await client.query<Facts>(SELECT_FACTS)).rows[0];
	if (facts?.encoding !== 'UTF8') return facts;
	const { rows } = await client.query<Required<Pick<Facts, 'knowsLetters'>>>(SELECT_LETTERS);
	return { ...facts, ...rows[0] };
}

const CREATE =
	"create database lightstick template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'";

/** What is wrong and what to do, as the end of a sentence; null for a database that we can use. */
export function faultOf(facts: Facts, needed = 1): string | null {
	const {
		version,
		standby,
		reads = false,
		copies = false,
		connections = needed,
		encoding,
		knowsLetters = true,
	} = facts;
	if (Number.parseInt(version, 10) < VERSION_MIN)
		return `is PostgreSQL ${version}, and Lightstick needs ${VERSION_MIN} or later: upgrade the server, or name another one`;
	if (standby)
		return 'is a standby, which only reads: name the primary, or all servers divided by commas (postgresql://…@a:5432,b:5432/…), and the site finds the primary by itself';
	if (reads)
		return 'takes no writes, because default_transaction_read_only is on: its disk may be full, or somebody is working on it. Turn it off for the database and for the login';
	if (copies)
		return 'runs no triggers, because session_replication_role is not origin, as for a copy of a database: reset it for the database and for the login';
	if (connections < needed)
		return `lets ${connections} connections of this login in, and a process of the site needs ${needed}: raise max_connections, or the limit of the database or the login`;
	if (encoding !== 'UTF8')
		return `has the encoding ${encoding}, which does not hold the names of all artists and fans: make another one, and name it here (${CREATE})`;
	if (!knowsLetters)
		return `has a locale that does not know É and é, or I and i, as one letter, so that searches and sign-ins would miss names: make another one, and name it here (${CREATE})`;
	return null;
}

const SELECT_FACTS = `select current_setting('server_version') as version, pg_is_in_recovery() as standby,
	current_setting('default_transaction_read_only')::boolean as reads, current_setting('server_encoding') as encoding,
	current_setting('session_replication_role') <> 'origin' as copies,
	current_setting('lock_timeout') as lock, (
		select case when rolsuper then most else least(most - current_setting('superuser_reserved_connections')::integer
			- coalesce(current_setting('reserved_connections', true), '0')::integer,
			nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) end
		from (select current_setting('max_connections')::integer as most) server, pg_roles, pg_database
		where rolname = session_user and datname = current_database()
	) as connections`;
const SELECT_LETTERS = `select lower('I' || chr(201)) = 'i' || chr(233) as "knowsLetters"`;

const RANDOM_MAX = 2 ** 31;

/** @throws {StartRefused} if the other way, through a pooler or another login, leads to another database */
export async function expectSameDatabase(url: string, name: string, otherUrl: string): Promise<void> {
	const mark = randomInt(RANDOM_MAX);
	const isSame = await askOnce('DATABASE_URL', url, async (client) => {
		await client.query('select pg_advisory_lock($1, $2)', [LOCKS.sameDatabase, mark]);
		return askOnce(
			name,
			otherUrl,
			async (other) => (await other.query(SELECT_LOCK, [LOCKS.sameDatabase, mark])).rows.length > 0,
		);
	});
	if (isSame) return;
	throw new StartRefused(
		`${name} leads to another database than DATABASE_URL (${describeDatabase(otherUrl)}, and ${describeDatabase(url)}): ` +
			'both must lead to the same database of the same server',
	);
}

const SELECT_LOCK = `
	select from pg_locks join pg_database on pg_database.oid = pg_locks.database
	where locktype = 'advisory' and datname = current_database() and granted and objsubid = 2
		and classid::bigint = $1 and objid::bigint = $2`;

interface Rights {
	user: string;
	schemas: boolean;
	tables: boolean | null;
	roles: boolean;
	/** A table that belongs to somebody else; null if there is none. */
	foreign: string | null;
	/** Whether a commit waits for a standby, and none is connected. */
	waits: boolean;
}

/** @throws {StartRefused} if the owner's login cannot create or change tables */
export async function expectOwner(name: string, url: string): Promise<void> {
	const fault = await ownerFault(name, url);
	if (fault !== null) throw new StartRefused(fault);
}

async function ownerFault(name: string, url: string): Promise<string | null> {
	const rights = await askOnce(
		name,
		url,
		async (client) => (await client.query<Rights>(SELECT_RIGHTS, [APP_ROLE])).rows[0],
	);
	if (!rights) return null;
	const { user, schemas, tables, roles, foreign, waits } = rights;
	if (waits)
		return `${name}: the database ${describeDatabase(url)} waits for a standby with each write (synchronous_standby_names), and none is connected. Start it, or run "alter system set synchronous_standby_names = ''" and "select pg_reload_conf()"`;
	const faults = [
		schemas ? null : `create schemas (grant create on database … to ${user})`,
		tables === true ? null : `create tables in the schema public (grant create on schema public to ${user})`,
		roles
			? null
			: `be in the role ${APP_ROLE} (let a superuser run: create role ${APP_ROLE}; grant ${APP_ROLE} to ${user})`,
		foreign === null ? null : `change the table ${foreign}, which belongs to another role`,
	].filter((fault) => fault !== null);
	if (faults.length === 0) return null;
	const remedy =
		name === 'MIGRATE_DATABASE_URL'
			? 'Name the owner there'
			: 'Run "npm run migrate", or this command, with the owner in MIGRATE_DATABASE_URL; the site itself does not need it afterwards';
	return `${name}: the login ${user} must own the database ${describeDatabase(url)}, and cannot ${faults.join('; nor ')}. ${remedy}`;
}

const SELECT_RIGHTS = `
	select current_user as user, has_database_privilege(current_database(), 'create') as schemas,
		has_schema_privilege(to_regnamespace('public'), 'create') as tables,
		coalesce(
			(select pg_has_role(oid, 'member') from pg_roles where rolname = $1),
			(select rolsuper or rolcreaterole from pg_roles where rolname = current_user)
		) as roles,
		(
			select min(relname) from pg_class join pg_tables on tablename = relname and schemaname = 'public'
			where relnamespace = to_regnamespace('public') and not pg_has_role(relowner, 'usage')
		) as foreign,
		current_setting('synchronous_standby_names') <> '' and not exists (select from pg_stat_replication) as waits`;

/** @throws {StartRefused} if the login is not, and cannot become, the application's role, or if a pooler (`pooled`) cannot serve calls */
export async function expectAppLogin(name: string, url: string, pooled: boolean): Promise<void> {
	const pool = openPool(url, { role: APP_ROLE, timeouts: OF_CALLS, pooled }, 2);
	try {
		await pool.query('select');
		if (pooled) await askAsCalls(pool);
	} catch (error) {
		throw new StartRefused(`${name}: ${reasonOf(error)}${isDenied(error) ? ADVICE : ''}`);
	} finally {
		await pool.end();
	}
}

/** A name is asked for again while another transaction has the connection that knows it, and when a pooler that takes turns comes to that. */
async function askAsCalls(pool: pg.Pool): Promise<void> {
	const [one, other] = [await pool.connect(), await pool.connect()];
	const ask = () => one.query({ name: 'asked again', text: 'select' });
	try {
		await ask();
		await other.query('begin');
		await ask();
		await other.query('rollback');
		await ask();
	} catch (error) {
		throw new Error(`${reasonOf(error)}. ${POOLER}`, { cause: error });
	} finally {
		for (const client of [one, other]) client.release(true);
	}
}

const POOLER =
	'Calls need transactions and statements that are prepared by name (of PgBouncer: pool_mode, max_prepared_statements): see docs/operating/failover.md';

const ADVICE = `. Its login must be in that role: let the owner run "grant ${APP_ROLE} to …"`;

/** insufficient_privilege, or a role that does not exist. */
const isDenied = (error: unknown) =>
	error instanceof Error && 'code' in error && /^(?:42501|22023)$/.test(String(error.code));
