/** Sign-ins that have begun, of fans and operators: a row, and a cookie of the browser that began, for each. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SsoType } from '#contract/values/shapes.ts';
import { hashSecret } from '#server/kernel/caller.ts';
import { type Db, sql } from '#server/kernel/database.ts';
import { type BegunSignIn, ProviderFailure, SignInDeclined } from './identity-provider.ts';

const ATTEMPT_MINUTES = 10;
/** Until then, whoever brings the state is told the way back, in whatever browser. */
const WAY_BACK_MINUTES = 60;

type SignInAttempt = BegunSignIn['attempt'] & { provider: SsoType | 'operators'; callbackUrl: string };
type AttemptKey = Pick<SignInAttempt, 'stateHash' | 'provider' | 'browserHash'>;

/** Also removes attempts that nobody returned from. */
export async function insertAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
	const { stateHash, provider, nonce, codeVerifier, callbackUrl, browserHash } = attempt;
	await sql`delete from sign_in_attempt
		where started_at < lightstick_now() - make_interval(mins => ${WAY_BACK_MINUTES})`.run(db);
	await sql`insert into sign_in_attempt (state_hash, provider, nonce, code_verifier, callback_url, browser_hash)
		values (${stateHash}, ${provider}, ${nonce}, ${codeVerifier}, ${callbackUrl}, ${browserHash})`.run(db);
}

/** Consumes the attempt, once. A late call, or one from another browser, gets nothing and consumes nothing. */
export const takeAttempt = (db: Db, { stateHash, provider, browserHash }: AttemptKey) =>
	sql`delete from sign_in_attempt where state_hash = ${stateHash} and provider = ${provider} and browser_hash = ${browserHash}
				and started_at > lightstick_now() - make_interval(mins => ${ATTEMPT_MINUTES})
			returning nonce, code_verifier as "codeVerifier", callback_url as "callbackUrl"
	`.maybeOne<Omit<SignInAttempt, keyof AttemptKey>>(db);

export const selectCallbackUrl = (db: Db, provider: SsoType, stateHash: Buffer): Promise<string | null> =>
	sql`select callback_url as "callbackUrl" from sign_in_attempt
		where state_hash = ${stateHash} and provider = ${provider}`.maybeValue(db);

/** The time of the sign-in itself, plus the minute in which its token is activated. */
const AGE_MAX_SECONDS = (ATTEMPT_MINUTES + 1) * 60;

/** `__Host-` keeps other hosts of the domain from setting one. Plain http, on this machine, cannot have it. */
export function attemptCookies(url: string, name: 'sign_in' | 'console_sign_in') {
	const secure = url.startsWith('https:');
	const prefix = `${secure ? '__Host-' : ''}${name}_`;
	const nameOf = (state: string) => prefix + hashSecret(state).toString('base64url').slice(0, 12);
	// Lax: the provider's redirect is a navigation from another site and must send the cookie.
	const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
	return {
		keep: (reply: FastifyReply, state: string, secret: string) =>
			void reply.setCookie(nameOf(state), secret, { ...options, maxAge: AGE_MAX_SECONDS }),
		drop: (reply: FastifyReply, state: string) => void reply.clearCookie(nameOf(state), options),
		secretOf: (request: FastifyRequest, state: string) => request.cookies[nameOf(state)] ?? null,
		/** Returns the secrets of all recent sign-ins of this browser. The cookies expire with the sign-ins. */
		secretsOf: (request: FastifyRequest) =>
			Object.entries(request.cookies).flatMap(([key, secret]) => (key.startsWith(prefix) && secret ? [secret] : [])),
	};
}

/** Logs what went wrong at the provider, without its answer, which contains codes and tokens. */
export function logCause({ log }: FastifyRequest, failed: unknown, who = 'sign-in'): void {
	const cause = failed instanceof Object && 'cause' in failed ? failed.cause : undefined;
	if (cause instanceof SignInDeclined) log.info(`${who} declined: ${cause.message}`);
	else if (cause instanceof ProviderFailure) log.warn(`${who} at the provider: ${cause.message}`);
	else if (cause instanceof Error) log.warn(`${who}: ${cause.name}`);
}
