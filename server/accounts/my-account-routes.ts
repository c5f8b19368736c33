/** Routes with which fans manage their own account. */
import type { FastifyInstance } from 'fastify';
import { FRESH_SIGN_IN_MINUTES } from '#contract/values/constants.ts';
import { deleteAccount, endMySession, getMyData, getMySessions, logOutEverywhere } from '#contract/my-account.ts';
import type { Database } from '#server/kernel/database.ts';
import { serveFan } from '#server/http/serve.ts';
import { endAllSessions, requestDeletion } from './deletion/deletion.ts';
import { readMyData } from './my-data.ts';
import { endOwnSession, expectFreshSignIn, readOwnSessions } from './sessions/own-sessions.ts';
import type { Sessions } from './sessions/sessions.ts';

/** An export reads a fan's whole history, which is expensive. */
const DOWNLOADS_PER_MINUTE = 10;

export function myAccountRoutes(
	app: FastifyInstance,
	{ db, findCaller, forgetSession }: { db: Database } & Sessions,
): void {
	serveFan(app, findCaller, logOutEverywhere, async ({ caller }) => {
		const ended = await endAllSessions(db, caller);
		for (const tokenHash of ended) forgetSession(tokenHash);
		return { ended: ended.length };
	});

	serveFan(app, findCaller, getMyData, ({ caller }) => readMyData(db, caller), { perMinute: DOWNLOADS_PER_MINUTE });

	serveFan(app, findCaller, getMySessions, async ({ caller }) => ({ sessions: await readOwnSessions(db, caller) }));

	serveFan(app, findCaller, endMySession, async ({ caller, params }) => {
		forgetSession(await endOwnSession(db, caller, params.session_id));
		return { ended: true } as const;
	});

	serveFan(app, findCaller, deleteAccount, async ({ caller }) => {
		await expectFreshSignIn(db, caller, FRESH_SIGN_IN_MINUTES);
		const { eraseAt, gems, endedSessions } = await requestDeletion(db, caller);
		for (const tokenHash of endedSessions) forgetSession(tokenHash);
		return { erase_time: eraseAt, gem_balance: gems };
	});
}
