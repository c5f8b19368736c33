/**
 * `/healthz`: the process is alive and stays. `/readyz`: the process can serve, because database, migrations and clock are
 * as shipped. If something fails that visitors can do without, the site is reported as degraded and stays ready. Both say
 * so when the process is about to stop: some balancers ask one of them, some the other.
 */
import { sql, type Database, type Db } from '#server/kernel/database.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { clockFault, readClockDifference } from '#server/kernel/site-times.ts';
import { pendingMigrations } from '#server/db/migrate.ts';
import { READ_TIMEOUT_MS } from '#server/db/last-known.ts';
import { cached } from '#server/kernel/cache.ts';
import { within } from '#server/kernel/within.ts';
import { setTimeout as wait } from 'node:timers/promises';

/** Body of lightstick_now() that a production site must have. */
export const SHIPPED_CLOCK = 'RETURN clock_timestamp()';

const REMEMBERED_MS = 1_000;

const STOPPING: Readiness = { status: 'not ready', faults: ['the process is stopping'], degraded: [] };

interface Readiness {
	status: 'ready' | 'not ready';
	faults: string[];
	degraded: string[];
}

export function health(
	app: FastifyInstance,
	{ db, readFaults, drain }: { db: Database; readFaults: () => string[]; drain: Pick<Drain, 'isDraining'> },
): void {
	const options = { config: { rateLimit: false } };
	const readKept = cached(REMEMBERED_MS, () => readReadiness(db, app.log));
	app.get('/healthz', options, async (_request, reply) => {
		if (drain.isDraining) return reply.status(503).send({ status: 'stopping' });
		return { status: 'alive' };
	});
	app.get('/readyz', options, async (_request, reply) => {
		if (drain.isDraining) return reply.status(503).send(STOPPING);
		const { status, faults, degraded } = await readKept();
		const all = { status, faults, degraded: [...degraded, ...readFaults()] };
		return reply.status(status === 'ready' ? 200 : 503).send(all);
	});
}

async function readReadiness(db: Database, log: FastifyBaseLogger): Promise<Readiness> {
	try {
		const faults = await within(findFaults(db), READ_TIMEOUT_MS);
		const clock = clockFault(await within(readClockDifference(db), READ_TIMEOUT_MS));
		return { status: faults.length > 0 ? 'not ready' : 'ready', faults, degraded: clock === null ? [] : [clock] };
	} catch (error) {
		log.warn({ err: error }, 'not ready');
		return { status: 'not ready', faults: ['the database cannot be reached'], degraded: [] };
	}
}

async function findFaults(db: Database): Promise<string[]> {
	const faults: string[] = [];
	const pending = await pendingMigrations(new Set(await sql`select name from migration`.column<string>(db)));
	if (pending.length > 0) faults.push(`migrations are missing: ${pending.join(', ')}`);
	if ((await readClockDefinition(db)) !== SHIPPED_CLOCK) faults.push('lightstick_now() is not the shipped clock');
	return faults;
}

export const readClockDefinition = async (db: Db): Promise<string> =>
	(await sql`select pg_get_function_sqlbody('lightstick_now()'::regprocedure) as body`.value<string>(db)).trim();

export type Drain = ReturnType<typeof openDrain>;

/** Takes a process out of service: "not ready", then each connection ends with its answer, and live charts end. */
export function openDrain() {
	const listeners: ((milliseconds: number) => void)[] = [];
	let isDraining = false;
	return {
		get isDraining() {
			return isDraining;
		},
		onBegin: (listener: (milliseconds: number) => void) => void listeners.push(listener),
		async begin(milliseconds: number) {
			if (milliseconds === 0 || isDraining) return;
			isDraining = true;
			for (const listener of listeners) listener(milliseconds);
			await wait(milliseconds);
		},
	};
}
