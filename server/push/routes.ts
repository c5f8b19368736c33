/** Reminders: settings, devices, and turning off from a notification. */
import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/push.ts';
import { serve, serveFan } from '#server/http/serve.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import { openOffTokens } from './off-token.ts';
import { deleteSubscription, turnOff } from './sql.ts';
import { readPushSettings, setReminders, subscribe, type PushDeps } from './subscriptions.ts';

/** Guesses of a signature. */
const TOKENS_PER_MINUTE = 60;

export interface PushRoutes extends PushDeps {
	findCaller: FindCaller;
	/** Signs the tokens of notifications. */
	secret: string;
}

export function pushRoutes(app: FastifyInstance, { findCaller, secret, ...deps }: PushRoutes): void {
	const tokens = openOffTokens(secret);

	serveFan(app, findCaller, calls.getPushSettings, ({ caller }) => readPushSettings(deps, caller));

	serveFan(app, findCaller, calls.setReminders, async ({ caller, body }) => {
		await setReminders(deps, caller, body);
		return readPushSettings(deps, caller);
	});

	serveFan(app, findCaller, calls.subscribePush, async ({ caller, body }) => {
		await subscribe(deps, caller, body);
		return readPushSettings(deps, caller);
	});

	serveFan(app, findCaller, calls.endPush, async ({ caller, body }) => {
		await deleteSubscription(deps.db, caller, body.endpoint);
		return readPushSettings(deps, caller);
	});

	serve(
		app,
		calls.turnOffReminder,
		async ({ body, reply }) => {
			// Without keys, anybody could sign.
			const said = deps.push && tokens.read(body.token);
			if (!said) throw new Problem('reminder_token_invalid');
			await turnOff(deps.db, said.fanId, said.kind);
			void reply.header('cache-control', 'no-store');
			return { kind: said.kind };
		},
		{ perMinute: TOKENS_PER_MINUTE },
	);
}
