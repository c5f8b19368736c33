/** Sign-ins that have begun, of fans and operators: a row, and a cookie of the browser that began, for each. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SsoType } from '#contract/values/shapes.ts';
import { hashSecret, newSecret } from '#server/kernel/caller.ts';
import { type Db, row, sql } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { IdentityProvider, SignInRequest } from './identity-provider.ts';
import { ProviderFailure, SignInDeclined } from './identity-provider.ts';

const ATTEMPT_MINUTES = 10;
/** Until then, whoever brings the state is told the way back, in whatever browser. */
const WAY_BACK_MINUTES = 60;

type AttemptedAt = SsoType | 'operators';
interface TakenAttempt {
	nonce: string;
	codeVerifier: string;
	callbackUrl: string;
	browserHash: Buffer;
}

/** A session that an attempt has made, or null. `alive`: nobody has ended it, and it has not ended by itself. */
export type FindMade = (db: Db, tokenHash: Buffer) => Promise<{ id: number; alive: boolean } | null>;

/** Also removes attempts that nobody returned from. @throws {Problem} sign_in_unavailable if the provider cannot be reached, or is null */
export async function beginAttempt(
	db: Db,
	provider: IdentityProvider | null | undefined,
	{ name, callbackUrl, ...request }: SignInRequest & { name: AttemptedAt; callbackUrl: string },
) {
	if (!provider) throw new Problem('sign_in_unavailable');
	const [state, nonce, codeVerifier, browserSecret] = [newSecret(), newSecret(), newSecret(), newSecret()];
	const address = await provider.begin({ state, nonce, codeVerifier, ...request }).catch((cause: unknown) => {
		throw Object.assign(new Problem('sign_in_unavailable'), { cause });
	});
	await sql`delete from sign_in_attempt
		where started_at < lightstick_now() - make_interval(mins => ${WAY_BACK_MINUTES})`.run(db);
	const hashes = { state_hash: hashSecret(state), browser_hash: hashSecret(browserSecret) };
	const kept = { ...hashes, provider: name, nonce, code_verifier: codeVerifier, callback_url: callbackUrl };
	await sql`insert into sign_in_attempt ${row(kept)}`.run(db);
	// The secret stays in the browser that began. Without it, neither the return nor the token is valid.
	return { address, state, browserSecret };
}

/** A provider answers within ten seconds, and is asked three times at most. After that, nobody finishes what one began. */
const FINISHED_WITHIN_SECONDS = 30;
const LOOK_MS = 200;

/**
 * Signs in once for each attempt, and gives every return of its browser the same token: a browser sends a request twice that
 * it was told to reload, or looks ahead. The token is made of what the browser has and what only the database has. A late
 * return, or one from another browser, gets null and consumes nothing. A failure consumes the attempt.
 */
export async function finishOnce(
	db: Db,
	{ state, provider, browserSecret }: { state: string; provider: AttemptedAt; browserSecret: string },
	findMade: FindMade,
	signIn: (attempt: TakenAttempt, tokenHash: Buffer) => Promise<number>,
): Promise<{ id: number; token: string; callbackUrl: string } | null> {
	const [stateHash, browserHash] = [hashSecret(state), hashSecret(browserSecret)];
	const own = sql`state_hash = ${stateHash} and provider = ${provider} and browser_hash = ${browserHash}
		and started_at > lightstick_now() - make_interval(mins => ${ATTEMPT_MINUTES})`;
	const kept = sql`nonce, code_verifier as "codeVerifier", callback_url as "callbackUrl"`;
	const tokenOf = ({ codeVerifier }: { codeVerifier: string }) =>
		hashSecret(browserSecret + codeVerifier).toString('base64url');

	const first = await sql`update sign_in_attempt set taken_at = lightstick_now()
		where ${own} and taken_at is null returning ${kept}`.maybeOne<Omit<TakenAttempt, 'browserHash'>>(db);
	if (first)
		try {
			const token = tokenOf(first);
			return { ...first, token, id: await signIn({ ...first, browserHash }, hashSecret(token)) };
		} catch (error) {
			await sql`delete from sign_in_attempt where state_hash = ${stateHash}`.run(db);
			throw error;
		}
	for (;;) {
		const begun = await sql`select ${kept}, taken_at > lightstick_now() -
			make_interval(secs => ${FINISHED_WITHIN_SECONDS}) as "isUnderWay" from sign_in_attempt where ${own}
		`.maybeOne<Omit<TakenAttempt, 'browserHash'> & { isUnderWay: boolean }>(db);
		if (!begun) return null;
		const token = tokenOf(begun);
		const made = await findMade(db, hashSecret(token));
		if (made) return made.alive ? { ...begun, ...made, token } : null;
		if (!begun.isUnderWay) return null;
		await wait(LOOK_MS);
	}
}

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
