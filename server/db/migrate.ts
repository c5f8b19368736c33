/** Plain SQL files, forward only, each in a transaction of its own, safe when several processes start at once. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { installJobQueue } from '#server/jobs/install.ts';

const FOLDER = new URL('../../db/migrations/', import.meta.url);
// Any number, so long as nothing else of ours locks it.
const MIGRATION_LOCK = 4_015_701;

interface Migration {
	name: string;
	sql: string;
	/** Of its text: a migration that has been applied must not be edited. */
	hash: string;
}

/** Brings the database up to date and gives the names of what was applied now. Connects as the owner. */
export async function migrate(url: string): Promise<string[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		// Held until this connection ends: who comes second waits, then finds nothing left to do.
		await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
		await client.query(`create table if not exists migration (
			name text primary key, hash text not null, applied_at timestamptz not null default clock_timestamp())`);
		const applied = await appliedMigrations(client);
		const pending = (await readMigrations()).filter((migration) => !isApplied(migration, applied));
		for (const migration of pending) await apply(client, migration);
		await client.query('grant select on migration to lightstick_app');
		await installJobQueue(url);
		return pending.map(({ name }) => name);
	} finally {
		await client.end();
	}
}

/** Names of the migrations that the code knows and the database lacks. */
export async function pendingMigrations(applied: ReadonlySet<string>): Promise<string[]> {
	return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.has(name));
}

async function readMigrations(): Promise<Migration[]> {
	const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
	return Promise.all(
		names.map(async (name) => {
			const sql = await readFile(new URL(name, FOLDER), 'utf8');
			return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
		}),
	);
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
	const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration');
	return new Map(rows.map(({ name, hash }) => [name, hash]));
}

function isApplied(migration: Migration, applied: Map<string, string>): boolean {
	const hash = applied.get(migration.name);
	if (hash !== undefined && hash !== migration.hash) {
		throw new Error(`${migration.name} was edited after it had been applied; write a new migration instead`);
	}
	return hash !== undefined;
}

async function apply(client: pg.Client, { name, sql, hash }: Migration): Promise<void> {
	await client.query('begin');
	try {
		await client.query(sql);
		await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash]);
		await client.query('commit');
	} catch (error) {
		await client.query('rollback');
		throw new Error(`${name} failed`, { cause: error });
	}
}
