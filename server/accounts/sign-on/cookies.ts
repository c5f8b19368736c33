/** The cookie, one for each sign-in under way, that ties it to the browser in which it began. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '#server/kernel/secrets.ts';
import { ATTEMPT_MINUTES } from './sign-on.ts';

/** The sign-in itself, and the minute in which its token is taken up. */
const AGE_MAX_SECONDS = (ATTEMPT_MINUTES + 1) * 60;

export interface SignInCookies {
	keep(reply: FastifyReply, state: string, secret: string): void;
	secretOf(request: FastifyRequest, state: string): string | null;
	/** Secrets of all sign-ins that this browser began lately. The cookies expire with the sign-ins. */
	secretsOf(request: FastifyRequest): string[];
}

/**
 * On https the names begin with `__Host-`: no other host of the domain can set one and so sign a fan in as somebody
 * else. Browsers refuse such names, and Secure, on a plain http address of this machine.
 */
export function signInCookies(publicUrl: string): SignInCookies {
	const secure = publicUrl.startsWith('https:');
	const prefix = secure ? '__Host-sign_in_' : 'sign_in_';
	const nameOf = (state: string) => prefix + hashSecret(state).toString('base64url').slice(0, 12);
	// Lax: the provider's return is a navigation from another site, and must bring it along.
	const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: AGE_MAX_SECONDS } as const;
	return {
		keep: (reply, state, secret) => void reply.setCookie(nameOf(state), secret, options),
		secretOf: (request, state) => request.cookies[nameOf(state)] ?? null,
		secretsOf: (request) =>
			Object.entries(request.cookies).flatMap(([name, secret]) => (name.startsWith(prefix) && secret ? [secret] : [])),
	};
}
