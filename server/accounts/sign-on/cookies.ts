/** The cookie that ties a sign-in to the browser in which it began. Each sign-in in progress has its own. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '#server/kernel/secrets.ts';
import { ATTEMPT_MINUTES } from './sign-on.ts';

/** The time of the sign-in itself, plus the minute in which its token is activated. */
const AGE_MAX_SECONDS = (ATTEMPT_MINUTES + 1) * 60;

export interface SignInCookies {
	keep(reply: FastifyReply, state: string, secret: string): void;
	secretOf(request: FastifyRequest, state: string): string | null;
	/** Returns the secrets of all recent sign-ins of this browser. The cookies expire with the sign-ins. */
	secretsOf(request: FastifyRequest): string[];
}

/**
 * On https, the names begin with `__Host-`, so that no other host of the domain can set one and sign a fan in as
 * somebody else. On a plain http address of this machine, browsers refuse such names and the attribute Secure.
 */
export function signInCookies(publicUrl: string): SignInCookies {
	const secure = publicUrl.startsWith('https:');
	const prefix = secure ? '__Host-sign_in_' : 'sign_in_';
	const nameOf = (state: string) => prefix + hashSecret(state).toString('base64url').slice(0, 12);
	// Lax: the provider's redirect is a navigation from another site and must send the cookie.
	const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: AGE_MAX_SECONDS } as const;
	return {
		keep: (reply, state, secret) => void reply.setCookie(nameOf(state), secret, options),
		secretOf: (request, state) => request.cookies[nameOf(state)] ?? null,
		secretsOf: (request) =>
			Object.entries(request.cookies).flatMap(([name, secret]) => (name.startsWith(prefix) && secret ? [secret] : [])),
	};
}
