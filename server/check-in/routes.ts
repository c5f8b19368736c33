/** The daily check-in. */
import type { FastifyInstance } from 'fastify';
import { checkIn as checkInCall, getCheckInConfig } from '#contract/check-in.ts';
import type { Database } from '#server/kernel/database.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import { serve, serveFan } from '#server/http/serve.ts';
import { checkIn, readConfig } from './check-in.ts';

export function checkInRoutes(
	app: FastifyInstance,
	{ db, findCaller }: { db: Database; findCaller: FindCaller },
): void {
	serve(app, getCheckInConfig, async ({ request, reply, query }) => {
		void reply.header('cache-control', 'no-store');
		return readConfig(db, await findCaller(request), query.lang);
	});

	serveFan(app, findCaller, checkInCall, ({ caller, idempotencyKey }) => checkIn(db, caller, idempotencyKey));
}
