/** `/healthz`: the process lives. `/readyz`: it can serve, because database, migrations and clock are as shipped. */
import type { FastifyInstance } from 'fastify';
import { pendingMigrations } from '#server/db/migrate.ts';
import type { Database } from '#server/db/pool.ts';

/** What lightstick_now() must do on a site that people vote on. */
export const SHIPPED_CLOCK = 'RETURN clock_timestamp()';

export function health(app: FastifyInstance, { db }: { db: Database }): void {
	const options = { config: { rateLimit: false } };
	app.get('/healthz', options, async () => ({ status: 'alive' }));
	app.get('/readyz', options, async (request, reply) => {
		try {
			const faults = await findFaults(db);
			return await reply
				.status(faults.length > 0 ? 503 : 200)
				.send({ status: faults.length > 0 ? 'not ready' : 'ready', faults });
		} catch (error) {
			request.log.warn({ err: error }, 'not ready');
			return reply.status(503).send({ status: 'not ready', faults: ['the database cannot be reached'] });
		}
	});
}

async function findFaults(db: Database): Promise<string[]> {
	const faults: string[] = [];
	const applied = await db.query<{ name: string }>({ text: 'select name from migration' });
	const pending = await pendingMigrations(new Set(applied.map(({ name }) => name)));
	if (pending.length > 0) faults.push(`migrations are missing: ${pending.join(', ')}`);
	if ((await readClockDefinition(db)) !== SHIPPED_CLOCK) faults.push('lightstick_now() is not the shipped clock');
	return faults;
}

export async function readClockDefinition(db: Pick<Database, 'query'>): Promise<string> {
	const [row] = await db.query<{ body: string }>({
		text: `select pg_get_function_sqlbody('lightstick_now()'::regprocedure) as body`,
	});
	return row?.body.trim() ?? '';
}
