import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/push.ts';
import { serve, serveFan } from '#server/http/serve.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import { orRefuse } from '#server/kernel/problem.ts';
import { perAccount, type SharedCounts } from '#server/http/limits/shared-counts.ts';
import { openOffTokens } from './remind.ts';
import { deleteSubscription, turnOff } from './sql.ts';
import { move, readPushSettings, setReminders, subscribe, type PushDeps } from './subscriptions.ts';

/** Changes of one account: a fan presses a few boxes. */
const CHANGES_PER_MINUTE = 30;

export interface PushRoutes extends PushDeps {
	findCaller: FindCaller;
	secret: string;
	counts: SharedCounts | null;
}

export function pushRoutes(app: FastifyInstance, { findCaller, secret, counts, ...deps }: PushRoutes): void {
	const tokens = openOffTokens(secret);
	const slowDown = perAccount('reminders', CHANGES_PER_MINUTE, counts);

	serveFan(app, findCaller, calls.getPushSettings, ({ caller }) => readPushSettings(deps, caller));

	serveFan(app, findCaller, calls.setReminders, async ({ caller, body }) => {
		await slowDown(caller);
		await setReminders(deps, caller, body);
		return readPushSettings(deps, caller);
	});

	serveFan(app, findCaller, calls.subscribePush, async ({ caller, body }) => {
		await slowDown(caller);
		await subscribe(deps, caller, body);
		return readPushSettings(deps, caller);
	});

	serveFan(app, findCaller, calls.endPush, async ({ caller, body }) => {
		await slowDown(caller);
		await deleteSubscription(deps.db, caller, body.endpoint);
		return readPushSettings(deps, caller);
	});

	// Signatures and secrets cannot be guessed, and after a notice to everybody a carrier's fans turn off at once.
	serve(app, calls.turnOffReminder, async ({ body }) => {
		// Without keys, anybody could sign.
		const said = orRefuse(deps.push && tokens.read(body.token), 'reminder_token_invalid');
		await turnOff(deps.db, said.fanId, said.kind);
		return { kind: said.kind };
	});

	serve(app, calls.movePush, async ({ body }) => ({ moved: await move(deps, body) }));
}
