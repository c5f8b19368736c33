/**
 * Brings a database up to date: migrations run once, in order; a file of functions runs again whenever its text changes.
 * All of it is one transaction under one lock, so several processes may start at once, and a killed one leaves nothing
 * half done.
 * No well-known runner applies files again when their text changes, refuses a file that was edited after it was applied, waits
 * for locks in turns, and leaves a newer database alone; with one, most of this file would remain.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { StartRefused } from '#server/config/refused.ts';
import { LOCKS } from '#server/kernel/database.ts';
import { askOnce, clientSettings, OF_JOBS, OF_MIGRATIONS } from './connect.ts';
import { openPool } from './pool.ts';
import { PrimaryClient } from './primary.ts';

/** About two minutes in total, with the wait for each lock. */
const LOCK_TURNS = 60;
const LOCK_PAUSE_MS = 1_000;
/** lock_not_available, deadlock_detected: another transaction is in the way. */
const HELD_UP = new Set(['55P03', '40P01']);

interface Pending extends SqlFiles {
	/** Names of function files that the database knows and this version does not. */
	gone: readonly string[];
}

/**
 * Connects as the owner.
 * @returns the names of the files that it applied
 * @throws {StartRefused} if the database is from before 0.2.0, or another program's
 * @throws {Error} if a file fails; nothing is applied then
 */
export async function migrate(url: string, files?: SqlFiles): Promise<string[]> {
	const client = new PrimaryClient(clientSettings(url, { role: null, timeouts: OF_MIGRATIONS }));
	client.on('error', () => undefined);
	await client.connect();
	try {
		// The connection holds the lock until it ends: a second process waits, then finds nothing to do.
		await untilLocked(() => client.query('select pg_advisory_lock($1)', [LOCKS.migration]));
		await expectOurTables(client);
		await client.query(OWN_TABLES);
		const pending = await findPending(client, files ?? (await readFiles()));
		await untilLocked(() => apply(client, pending));
		await installJobQueue(url);
		return [...pending.migrations, ...pending.functions].map(({ name }) => name);
	} finally {
		await client.end();
	}
}

export function isUpToDate(name: string, url: string): Promise<boolean> {
	return askOnce(name, url, async (client) => {
		const { rows } = await client.query<{ ours: boolean }>(SELECT_READABLE);
		if (!rows[0]?.ours) return false;
		const { migrations, functions } = await findPending(client, await readFiles());
		return migrations.length + functions.length === 0;
	});
}

const SELECT_READABLE = `select coalesce(bool_and(has_table_privilege(to_regclass(name), 'select')), false) as ours
	from unnest(array['public.migration', 'public.function_file']) as name`;

const OWN_TABLES = `
	create table if not exists migration (
		name text primary key, hash text not null, applied_at timestamptz not null default clock_timestamp());
	create table if not exists function_file (
		name text primary key, hash text not null, applied_at timestamptz not null default clock_timestamp())`;

const TOO_OLD =
	'This database was made by a release before 0.2.0, and cannot be brought up to date. ' +
	'Start with an empty one: delete the data folder (.data), or name another database in DATABASE_URL';

async function findPending(client: pg.ClientBase, files: SqlFiles): Promise<Pending> {
	const applied = await readHashes(client, 'migration');
	if (BEFORE_0_2.some((name) => applied.has(name))) throw new StartRefused(TOO_OLD);
	const migrations = files.migrations.filter((file) => !isApplied(file, applied));
	// A newer version has migrated the database, and its functions belong to the newer tables.
	const known = new Set(files.migrations.map(({ name }) => name));
	const isOlder = migrations.length === 0 && [...applied.keys()].some((name) => !known.has(name));
	if (isOlder) return { migrations, functions: [], gone: [] };

	const hashes = await readHashes(client, 'function_file');
	const names = new Set(files.functions.map(({ name }) => name));
	return {
		migrations,
		functions: files.functions.filter(({ name, hash }) => hashes.get(name) !== hash),
		gone: [...hashes.keys()].filter((name) => !names.has(name)),
	};
}

async function readHashes(client: pg.ClientBase, table: 'migration' | 'function_file'): Promise<Map<string, string>> {
	const { rows } = await client.query<{ name: string; hash: string }>(`select name, hash from ${table}`);
	return new Map(rows.map(({ name, hash }) => [name, hash]));
}

function isApplied({ name, hash }: SqlFile, applied: Map<string, string>): boolean {
	const found = applied.get(name);
	if (found !== undefined && found !== hash)
		throw new StartRefused(
			`${name} was edited after this database had applied it. A released migration never changes: write a new one. ` +
				'A database that was made between two releases cannot be brought up to date: start with an empty one',
		);
	return found !== undefined;
}

/** A waiting migration holds up every later statement on its table: it waits briefly and tries again. @throws 55P03 */
async function untilLocked(work: () => Promise<unknown>): Promise<void> {
	for (let turn = 1; ; turn += 1) {
		try {
			await work();
			return;
		} catch (error) {
			const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
			const isHeldUp = cause instanceof pg.DatabaseError && HELD_UP.has(cause.code ?? '');
			if (turn === LOCK_TURNS || !isHeldUp) throw error;
			await sleep(LOCK_PAUSE_MS);
		}
	}
}

/** Functions come after the migrations, because they use the tables; see decision 0025 for the few that tables use. */
async function apply(client: pg.Client, { migrations, functions, gone }: Pending): Promise<void> {
	if (migrations.length + functions.length + gone.length === 0) return;
	await client.query('begin');
	try {
		for (const file of migrations) {
			await run(client, file);
			await client.query('insert into migration (name, hash) values ($1, $2)', [file.name, file.hash]);
		}
		for (const file of functions) {
			await run(client, file);
			await client.query(KEEP_FUNCTION, [file.name, file.hash]);
		}
		// The functions stay for processes of the version before. Without its row, the file runs again if it comes back.
		await client.query('delete from function_file where name = any ($1)', [gone]);
		await client.query('commit');
	} catch (error) {
		// A connection that was lost has rolled back already.
		await client.query('rollback').catch(() => undefined);
		throw error;
	}
}

async function run(client: pg.Client, { name, sql }: SqlFile): Promise<void> {
	try {
		await client.query(sql);
	} catch (error) {
		throw new Error(`${name} failed`, { cause: error });
	}
}

const KEEP_FUNCTION = `insert into function_file (name, hash) values ($1, $2)
	on conflict (name) do update set hash = excluded.hash, applied_at = excluded.applied_at`;

/** The first migrations of releases before 0.2.0, whose databases cannot be brought up to date. */
const BEFORE_0_2 = ['0001_ground.sql', '0001_foundation.sql'];
const OUR_FIRST = ['0001_base.sql', ...BEFORE_0_2];
const SHOWN_MAX = 3;

/** @throws {StartRefused} if tables of somebody else are in the schema public. Nothing is created before. */
async function expectOurTables(client: pg.ClientBase): Promise<void> {
	const { rows } = await client.query<{ name: string }>(SELECT_TABLES);
	const tables = rows.map(({ name }) => name);
	if (tables.length === 0 || (tables.includes('migration') && (await isOurs(client)))) return;
	const shown = tables.slice(0, SHOWN_MAX).join(', ');
	const more = tables.length > SHOWN_MAX ? `, and ${tables.length - SHOWN_MAX} more` : '';
	throw new StartRefused(
		`The database holds tables of another program (${shown}${more}). Give Lightstick a database of its own: ` +
			'create an empty one and name it in DATABASE_URL',
	);
}

/** An empty list is ours: a first start may have been killed after it had made the list. */
async function isOurs(client: pg.ClientBase): Promise<boolean> {
	const { rows } = await client.query<{ column_name: string }>(SELECT_COLUMNS);
	if (!['name', 'hash', 'applied_at'].every((name) => rows.some(({ column_name }) => column_name === name)))
		return false;
	const applied = await client.query<{ name: string }>('select name from migration');
	return applied.rows.length === 0 || applied.rows.some(({ name }) => OUR_FIRST.includes(name));
}

// Tables of extensions are nobody's data.
const SELECT_TABLES = `
	select relname as name from pg_class
	where relnamespace = to_regnamespace('public') and relkind in ('r', 'p')
		and not exists (
			select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
	order by relname`;
const SELECT_COLUMNS = `select column_name from information_schema.columns
	where table_schema = 'public' and table_name = 'migration'`;

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url);
const FUNCTIONS = new URL('../../db/functions/', import.meta.url);

export interface SqlFile {
	name: string;
	sql: string;
	hash: string;
}

export interface SqlFiles {
	migrations: readonly SqlFile[];
	functions: readonly SqlFile[];
}

export async function readFiles(): Promise<SqlFiles> {
	return { migrations: await readFolder(MIGRATIONS), functions: await readFolder(FUNCTIONS) };
}

export async function pendingMigrations(applied: ReadonlySet<string>): Promise<string[]> {
	shipped ??= readNames(MIGRATIONS);
	return (await shipped).filter((name) => !applied.has(name));
}

/** Files do not change under a running process. */
let shipped: Promise<string[]> | null = null;

const readNames = async (folder: URL): Promise<string[]> =>
	(await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();

async function readFolder(folder: URL): Promise<SqlFile[]> {
	return Promise.all(
		(await readNames(folder)).map(async (name) => sqlFile(name, await readFile(new URL(name, folder), 'utf8'))),
	);
}

export function sqlFile(name: string, sql: string): SqlFile {
	return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
}

/** Creates the job queue's own tables, and the application role's rights on them. Several processes may do it at once: the library takes its own lock. */
async function installJobQueue(url: string): Promise<void> {
	const pool = openPool(url, { role: null, timeouts: { ...OF_MIGRATIONS, lockMs: OF_JOBS.lockMs } }, 2);
	try {
		await runMigrations({ pgPool: pool, noHandleSignals: true });
		await pool.query(GRANTS);
	} finally {
		await pool.end();
	}
}

// The library enables row security without a policy. Our worker is not the owner, so each table gets one.
const GRANTS = `
do $$
declare
	private_table record;
begin
	perform pg_advisory_xact_lock(${LOCKS.jobQueueGrants});
	grant select on function_file to lightstick_app;
	grant usage on schema graphile_worker to lightstick_app;
	grant select, insert, update, delete on all tables in schema graphile_worker to lightstick_app;
	grant usage on all sequences in schema graphile_worker to lightstick_app;
	grant execute on all functions in schema graphile_worker to lightstick_app;
	for private_table in
		select oid::regclass as name from pg_class
		where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
			and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'lightstick_app')
	loop
		execute format('create policy lightstick_app on %s to lightstick_app using (true) with check (true)', private_table.name);
	end loop;
end
$$`;
