/**
 * Finds out which job runners are alive. Each runner holds a session-level advisory lock under its name. The database
 * releases the lock with the connection, however the process ended. Jobs of a name without its lock have lost their
 * runner: every process looks for such jobs and releases them. The library alone would wait four hours.
 */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { LOCKS } from '#server/kernel/database.ts';

const LOOK_MS = 5_000;
/** Longer than a process that lost its connection takes to come back with a new one, which is one look. */
const SILENT_MS = 20_000;

export interface PresenceOptions {
	pool: pg.Pool;
	log: Pick<FastifyBaseLogger, 'warn'>;
	lookMs?: number;
	silentMs?: number;
}

type UnderWay = ReadonlySet<string>;

interface Held {
	id: string;
	/** Of the runner that holds it. */
	name: string;
	isAlive: boolean;
}

export function openPresence({ pool, log, lookMs = LOOK_MS, silentMs = SILENT_MS }: PresenceOptions) {
	const runners = new Map<string, UnderWay>();
	/** Jobs that are held and not worked on, and since when we know. A job that was given just now begins in a moment. */
	let idle = new Map<string, number>();
	let session: Promise<pg.PoolClient> | null = null;
	let closed = false;
	let next: NodeJS.Timeout | null = null;
	let looking: Promise<void> = Promise.resolve();

	function connected(): Promise<pg.PoolClient> {
		session ??= pool.connect().then(async (client) => {
			try {
				for (const name of runners.keys()) await client.query(LOCK, [LOCKS.jobRunner, name]);
				return client;
			} catch (error) {
				client.release(true);
				throw error;
			}
		});
		return session;
	}

	async function drop(): Promise<void> {
		const dropped = session;
		session = null;
		await dropped?.then(
			(client) => client.release(true),
			() => undefined,
		);
	}

	async function look(): Promise<void> {
		try {
			const client = await connected();
			const now = performance.now();
			const { rows } = await client.query<Held>(HELD, [LOCKS.jobRunner]);
			const held = rows.filter(({ id, name, isAlive }) => !(runners.get(name)?.has(id) ?? isAlive));
			idle = new Map(held.map(({ id }) => [id, idle.get(id) ?? now]));
			const due = held.filter(({ id }) => now - (idle.get(id) ?? now) >= silentMs);
			const dead = [...new Set(due.map(({ name }) => name).filter((name) => !runners.has(name)))];
			if (dead.length > 0) {
				await client.query(UNLOCK, [dead]);
				log.warn({ runners: dead }, 'jobs of a process that has died are given back');
			}
			// The connection was lost after the commit that gave them.
			const jobs = due.filter(({ name }) => runners.has(name)).map(({ id }) => id);
			if (jobs.length > 0) {
				await client.query(GIVE_BACK, [jobs, [...runners.keys()]]);
				log.warn({ jobs }, 'jobs whose runner did not hear of them are given back');
			}
		} catch (error) {
			log.warn({ err: error }, 'the runners of jobs could not be looked after');
			await drop();
		}
	}

	function lookLater(): void {
		next = setTimeout(() => {
			looking = look().then(() => (closed ? undefined : lookLater()));
		}, lookMs);
		next.unref();
	}
	lookLater();

	return {
		/** From now on the runner's jobs are its own for as long as this process lives and it works on them. */
		async announce(name: string, underWay: UnderWay) {
			runners.set(name, underWay);
			const client = await connected();
			await client.query(LOCK, [LOCKS.jobRunner, name]);
		},
		async withdraw(name: string) {
			runners.delete(name);
			const client = await connected();
			await client.query(UNLOCK, [[name]]);
			await client.query(LET_GO, [LOCKS.jobRunner, name]);
		},
		async close() {
			closed = true;
			if (next) clearTimeout(next);
			await looking;
			await drop();
		},
	};
}

const LOCK = 'select pg_advisory_lock($1::integer, hashtext($2))';
const LET_GO = 'select pg_advisory_unlock($1::integer, hashtext($2))';
const UNLOCK = 'select graphile_worker.force_unlock_workers($1::text[])';
const HELD = `
	select id::text as id, locked_by as name, exists (
		select from pg_locks join pg_database on pg_database.oid = pg_locks.database
		where locktype = 'advisory' and datname = current_database() and granted and objsubid = 2
			and classid::bigint = $1 and objid::bigint = hashtext(locked_by)::bigint & 4294967295) as "isAlive"
	from graphile_worker._private_jobs where locked_by is not null`;
const GIVE_BACK = `
	update graphile_worker._private_jobs set locked_by = null, locked_at = null
	where id = any ($1::bigint[]) and locked_by = any ($2::text[])`;
