/** What a fan may do with the account itself. */
import type { FastifyInstance } from 'fastify';
import { deleteAccount, getMyData, logOutEverywhere } from '#contract/my-account.ts';
import type { Database } from '#server/db/pool.ts';
import { serveFan } from '#server/http/routes.ts';
import { endAllSessions, requestDeletion } from './deletion.ts';
import { readMyData } from './my-data.ts';
import type { Sessions } from './sessions.ts';

/** A whole history is a heavy answer. */
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

	serveFan(app, findCaller, deleteAccount, async ({ caller }) => {
		const { eraseAt, gems, endedSessions } = await requestDeletion(db, caller);
		for (const tokenHash of endedSessions) forgetSession(tokenHash);
		return { erase_time: eraseAt, gem_balance: gems };
	});
}
