/** The cookie, one for each sign-in under way, that ties it to the browser in which it began. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/calls.ts';
import { hashSecret } from './secrets.ts';
import { ATTEMPT_MINUTES } from './sign-on.ts';

const PREFIX = 'sign_in_';
/** The sign-in itself, and the minute in which its token is taken up. */
const AGE_MAX_SECONDS = (ATTEMPT_MINUTES + 1) * 60;

export function keepBrowserSecret(reply: FastifyReply, state: string, secret: string, secure: boolean): void {
	// Lax: the provider's return is a navigation from another site, and must bring it along.
	const options = { path: API_BASE, httpOnly: true, sameSite: 'lax', secure, maxAge: AGE_MAX_SECONDS } as const;
	void reply.setCookie(cookieName(state), secret, options);
}

export function browserSecretOf(request: FastifyRequest, state: string): string | null {
	return request.cookies[cookieName(state)] ?? null;
}

/** Of every sign-in that this browser has begun lately. They go by themselves, with the sign-ins. */
export function browserSecrets(request: FastifyRequest): string[] {
	return Object.entries(request.cookies).flatMap(([name, secret]) =>
		name.startsWith(PREFIX) && secret ? [secret] : [],
	);
}

function cookieName(state: string): string {
	return PREFIX + hashSecret(state).toString('base64url').slice(0, 12);
}
