import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/accounts.ts';
import { FRESH_SIGN_IN_MINUTES } from '#contract/values/constants.ts';
import { deleteAccount, endMySession, getMyData, getMySessions, logOutEverywhere } from '#contract/my-account.ts';
import { bearerToken, type FindCaller } from '#server/kernel/caller.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { serve, serveFan } from '#server/http/serve.ts';
import type { Sessions } from './sessions/sessions.ts';
import { revokeOwnSession, revokeSession, selectIsFresh, selectOwnSessions } from './sessions/sql.ts';
import { attemptCookies } from './sign-on/attempts.ts';
import { signOnRoutes, type SignOnDeps } from './sign-on/routes.ts';
import type { Database } from '#server/kernel/database.ts';
import * as account from './accounts.ts';
import { revokeSessions, updateContact, updateLanguage } from './sql.ts';

type AccountsDeps = SignOnDeps & Sessions;

export function accountRoutes(app: FastifyInstance, deps: AccountsDeps): void {
	const { db, findCaller, forgetSession } = deps;
	signOnRoutes(app, deps);
	myAccountRoutes(app, deps);

	serveFan(app, takingUp(deps), calls.getMe, ({ caller }) => account.readUser(db, caller));

	serveFan(app, findCaller, calls.completeRegistration, async ({ caller, body }) => {
		const user = await account.completeRegistration(db, caller, body);
		forgetSession(caller.tokenHash);
		return user;
	});

	serveFan(app, findCaller, calls.updateMe, async ({ caller, body }) => {
		await updateContact(db, caller, body);
		return account.readUser(db, caller);
	});

	serveFan(app, findCaller, calls.keepMyLanguage, async ({ caller, body }) => {
		await updateLanguage(db, caller, body.language);
		return account.readUser(db, caller);
	});

	serve(app, calls.logOut, async ({ request }) => {
		const caller = await findCaller(request);
		if (!caller) return { logged_out: false };
		const ended = await revokeSession(db, caller);
		forgetSession(caller.tokenHash);
		return { logged_out: ended };
	});
}

/** Also activates a handed-over token, if the browser has the sign-on's cookie. Else it may be anybody's, from a link. */
function takingUp({ config, findCaller, takeUpSession }: AccountsDeps): FindCaller<FastifyRequest> {
	const cookies = attemptCookies(config.publicUrl, 'sign_in');
	return async (request) => {
		const arrives = request.headers[calls.ARRIVAL_HEADER] !== undefined;
		const caller = arrives ? null : await findCaller(request);
		const token = bearerToken(request);
		if (caller || !token) return caller;
		const isTakenUp = await takeUpSession(token, cookies.secretsOf(request));
		return isTakenUp || !arrives ? findCaller(request) : null;
	};
}

/** An export reads a fan's whole history, which is expensive. */
const DOWNLOADS_PER_MINUTE = 10;

export function myAccountRoutes(app: FastifyInstance, { db, findCaller, forgetSession }: { db: Database } & Sessions) {
	serveFan(app, findCaller, logOutEverywhere, async ({ caller }) => {
		const ended = await db.transaction((tx) => revokeSessions(tx, caller));
		for (const tokenHash of ended) forgetSession(tokenHash);
		return { ended: ended.length };
	});

	serveFan(app, findCaller, getMyData, ({ caller }) => account.readMyData(db, caller), {
		perMinute: DOWNLOADS_PER_MINUTE,
	});

	serveFan(app, findCaller, getMySessions, async ({ caller }) => ({ sessions: await selectOwnSessions(db, caller) }));

	serveFan(app, findCaller, endMySession, async ({ caller, params }) => {
		const ended = orRefuse(await revokeOwnSession(db, caller, params.session_id), 'session_not_found');
		forgetSession(ended);
		return { ended: true } as const;
	});

	serveFan(app, findCaller, deleteAccount, async ({ caller }) => {
		if (!(await selectIsFresh(db, caller, FRESH_SIGN_IN_MINUTES))) throw new Problem('sign_in_not_recent');
		const { eraseAt, gems, endedSessions } = await account.requestDeletion(db, caller);
		for (const tokenHash of endedSessions) forgetSession(tokenHash);
		return { erase_time: eraseAt, gem_balance: gems };
	});
}
