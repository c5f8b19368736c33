/** Sign-on, the current user, registration, profile. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
	completeRegistration as completeRegistrationCall,
	getMe,
	keepMyLanguage,
	logOut,
	updateMe,
} from '#contract/accounts.ts';
import { bearerToken, type FindCaller } from '#server/kernel/caller.ts';
import { serve, serveFan } from '#server/http/serve.ts';
import { completeRegistration, keepLanguage, readUser, updateProfile } from './accounts.ts';
import { signInCookies } from './sign-on/cookies.ts';
import { myAccountRoutes } from './my-account-routes.ts';
import type { Sessions } from './sessions/sessions.ts';
import { revokeSession } from './sessions/sql.ts';
import { signOnRoutes, type SignOnDeps } from './sign-on/routes.ts';

type AccountsDeps = SignOnDeps & Sessions;

export function accountRoutes(app: FastifyInstance, deps: AccountsDeps): void {
	const { db, findCaller, forgetSession } = deps;
	signOnRoutes(app, deps);
	myAccountRoutes(app, deps);

	serveFan(app, takingUp(deps), getMe, ({ caller }) => readUser(db, caller));

	serveFan(app, findCaller, completeRegistrationCall, async ({ caller, body }) => {
		const user = await completeRegistration(db, caller, body);
		forgetSession(caller.tokenHash);
		return user;
	});

	serveFan(app, findCaller, updateMe, ({ caller, body }) => updateProfile(db, caller, body));

	serveFan(app, findCaller, keepMyLanguage, ({ caller, body }) => keepLanguage(db, caller, body.language));

	serve(app, logOut, async ({ request }) => {
		const caller = await findCaller(request);
		if (!caller) return { logged_out: false };
		const ended = await revokeSession(db, caller);
		forgetSession(caller.tokenHash);
		return { logged_out: ended };
	});
}

/** Finds the caller. Also activates the session of a handed-over token, if the browser has the sign-on's cookie. */
function takingUp({ config, findCaller, takeUpSession }: AccountsDeps): FindCaller<FastifyRequest> {
	const cookies = signInCookies(config.publicUrl);
	return async (request) => {
		const caller = await findCaller(request);
		const token = bearerToken(request);
		const secrets = cookies.secretsOf(request);
		if (caller || !token || secrets.length === 0) return caller;
		await takeUpSession(token, secrets);
		return findCaller(request);
	};
}
