/** The console's cookies: the session, and what ties a sign-in under way to its browser. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '#server/kernel/secrets.ts';
import { ATTEMPT_MINUTES } from './sql.ts';

export interface ConsoleCookies {
	sessionOf(request: FastifyRequest): string | null;
	keepSession(reply: FastifyReply, token: string): void;
	dropSession(reply: FastifyReply): void;
	attemptOf(request: FastifyRequest, state: string): string | null;
	keepAttempt(reply: FastifyReply, state: string, secret: string): void;
	dropAttempt(reply: FastifyReply, state: string): void;
}

/**
 * On https both names begin with `__Host-`: no other host of the domain can set or replace them, so that nobody is
 * signed in to a session that somebody else began. Browsers refuse such names, and Secure, on a plain http address of
 * this machine.
 */
export function consoleCookies(consoleUrl: string): ConsoleCookies {
	const secure = consoleUrl.startsWith('https:');
	const prefix = secure ? '__Host-' : '';
	const session = `${prefix}lightstick-console`;
	const attempt = (state: string) => `${prefix}console_sign_in_${hashSecret(state).toString('base64url').slice(0, 12)}`;
	const strict = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
	// Lax: the provider's return is a navigation from another site, and must bring it along.
	const lax = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
	return {
		sessionOf: (request) => request.cookies[session] ?? null,
		keepSession: (reply, token) => void reply.setCookie(session, token, strict),
		dropSession: (reply) => void reply.clearCookie(session, strict),
		attemptOf: (request, state) => request.cookies[attempt(state)] ?? null,
		keepAttempt: (reply, state, secret) =>
			void reply.setCookie(attempt(state), secret, { ...lax, maxAge: ATTEMPT_MINUTES * 60 }),
		dropAttempt: (reply, state) => void reply.clearCookie(attempt(state), lax),
	};
}
