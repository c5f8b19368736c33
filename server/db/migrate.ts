/** Plain SQL files, forward only, each in a transaction of its own, safe when several processes start at once. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { clientSettings } from './connect.ts';
import { installJobQueue } from './migrate-job-queue.ts';
import { OF_MIGRATIONS } from './patience.ts';

const FOLDER = new URL('../../db/migrations/', import.meta.url);
// Any number, so long as nothing else of ours locks it.
const MIGRATION_LOCK = 4_015_701;

/** About two minutes in all, with the wait for each lock. */
const LOCK_TURNS = 60;
const LOCK_PAUSE_MS = 1_000;

interface Migration {
	name: string;
	sql: string;
	/** Of its text: a migration that has been applied must not be edited. */
	hash: string;
}

/** Brings the database up to date and gives the names of what was applied now. Connects as the owner. */
export async function migrate(url: string, migrations?: readonly Migration[]): Promise<string[]> {
	const client = new pg.Client(clientSettings(url, { role: null, patience: OF_MIGRATIONS }));
	client.on('error', () => undefined);
	await client.connect();
	try {
		// Held until this connection ends: who comes second waits, then finds nothing left to do.
		await untilLocked(() => client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]));
		await client.query(`create table if not exists migration (
			name text primary key, hash text not null, applied_at timestamptz not null default clock_timestamp())`);
		const applied = await appliedMigrations(client);
		const pending = (migrations ?? (await readMigrations())).filter((migration) => !isApplied(migration, applied));
		for (const migration of pending) await untilLocked(() => apply(client, migration));
		await client.query('grant select on migration to lightstick_app');
		await installJobQueue(url);
		return pending.map(({ name }) => name);
	} finally {
		await client.end();
	}
}

/** Names of the migrations that the code knows and the database lacks. */
export async function pendingMigrations(applied: ReadonlySet<string>): Promise<string[]> {
	shipped ??= readNames();
	return (await shipped).filter((name) => !applied.has(name));
}

/** Files do not change under a running process. */
let shipped: Promise<string[]> | null = null;

async function readNames(): Promise<string[]> {
	return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
}

async function readMigrations(): Promise<Migration[]> {
	return Promise.all(
		(await readNames()).map(async (name) => {
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

/**
 * A migration that waits for a table makes everybody who comes after it wait too, votes among them. So it waits briefly,
 * lets them through, and tries again. @throws {pg.DatabaseError} 55P03 where it never got its turn
 */
async function untilLocked(work: () => Promise<unknown>): Promise<void> {
	for (let turn = 1; ; turn += 1) {
		try {
			await work();
			return;
		} catch (error) {
			const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
			if (turn === LOCK_TURNS || !(cause instanceof pg.DatabaseError) || cause.code !== '55P03') throw error;
			await new Promise((resolve) => void setTimeout(resolve, LOCK_PAUSE_MS));
		}
	}
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
