import type { FastifyInstance } from 'fastify';
import { checkIn as checkInCall, getCheckInConfig } from '#contract/check-in.ts';
import type { Database } from '#server/kernel/database.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import { serve, serveFan } from '#server/http/serve.ts';
import { checkIn, readConfig } from './check-in.ts';
import * as calls from '#contract/operator/site/settings.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { changeRewards, changeRule, type CheckInDeps, selectCheckIn } from './operator/check-in.ts';

export function checkInRoutes(app: FastifyInstance, { db, findCaller }: { db: Database; findCaller: FindCaller }) {
	serve(app, getCheckInConfig, async ({ request, query }) => readConfig(db, await findCaller(request), query.lang));

	serveFan(app, findCaller, checkInCall, ({ caller, idempotencyKey }) => checkIn(db, caller, idempotencyKey));
}

export function checkInOperatorRoutes(deps: ConsoleDeps & CheckInDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.readCheckInSettings, async () => ({ check_in: await selectCheckIn(db) }));
	serveOperator(deps, calls.editCheckInRule, async ({ operator, body }) => ({
		check_in: await changeRule(db, operator, body),
	}));
	serveOperator(deps, calls.editCheckInRewards, async ({ operator, body }) => {
		const approvalId = await changeRewards(deps, operator, body);
		return { check_in: await selectCheckIn(db), approval_id: approvalId };
	});
}
