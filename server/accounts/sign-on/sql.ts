/** Every statement on identities and on sign-ins in progress. */
import { sql } from '#server/kernel/sql.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import { LOCK_NAMES, lockByName, lockNumber } from '#server/kernel/locks.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { BegunSignIn } from './identity-provider.ts';
import type { KnownIdentity } from '../rules.ts';

/** Serializes sign-ins of one person, and of one email address, so that neither can become two fans. */
export async function lockIdentity(tx: Tx, provider: SsoType, subject: string, email: string | null): Promise<void> {
	await lockByName(tx, LOCK_NAMES.identity(provider, subject));
	if (email === null) return;
	await tx.query({
		text: `select pg_advisory_xact_lock(${lockNumber('$1 || lower($2)')})`,
		values: [LOCK_NAMES.loginEmail, email],
	});
}

export function selectIdentity(tx: Tx, provider: SsoType, subject: string): Promise<FanKey | null> {
	return sql`select fan_id as "fanId" from fan_identity
		where provider = ${provider} and subject = ${subject}`.maybeOne(tx);
}

export function selectIdentitiesByEmail(tx: Tx, email: string): Promise<KnownIdentity[]> {
	return sql`select provider, fan_id as "fanId" from fan_identity
			where lower(login_email) = lower(${email}) and login_email is not null
			order by linked_at, provider, subject`.all(tx);
}

/**
 * Clears an address that the provider no longer gives or vouches for: it may belong to somebody else now. Changes the
 * fan only if the previous one was erased.
 */
export function upsertIdentity(
	tx: Tx,
	{ provider, subject, fanId, loginEmail }: KnownIdentity & { subject: string; loginEmail: string | null },
): Promise<void> {
	return sql`insert into fan_identity (provider, subject, fan_id, login_email) values (${provider}, ${subject}, ${fanId}, ${loginEmail})
			on conflict (provider, subject) do update
			set fan_id = excluded.fan_id, login_email = excluded.login_email`.run(tx);
}

/** A visitor must return from the provider within this time. */
export const ATTEMPT_MINUTES = 10;

/** Until then, whoever brings the state is told the way back, in whatever browser. */
const WAY_BACK_MINUTES = 60;

type SignInAttempt = BegunSignIn['attempt'] & { provider: SsoType; callbackUrl: string };

/** Also removes attempts that nobody returned from. */
export async function insertAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
	const { stateHash, provider, nonce, codeVerifier, callbackUrl, browserHash } = attempt;
	await sql`delete from sign_in_attempt
		where started_at < lightstick_now() - make_interval(mins => ${WAY_BACK_MINUTES})`.run(db);
	await sql`insert into sign_in_attempt (state_hash, provider, nonce, code_verifier, callback_url, browser_hash)
			values (${stateHash}, ${provider}, ${nonce}, ${codeVerifier}, ${callbackUrl}, ${browserHash})`.run(db);
}

/**
 * Consumes the attempt, once. A second or late call, or one from another browser, gets nothing and does not consume it.
 */
export function takeAttempt(
	db: Db,
	{ stateHash, provider, browserHash }: Omit<SignInAttempt, 'nonce' | 'codeVerifier' | 'callbackUrl'>,
): Promise<Pick<SignInAttempt, 'nonce' | 'codeVerifier' | 'callbackUrl'> | null> {
	return sql`delete from sign_in_attempt where state_hash = ${stateHash} and provider = ${provider} and browser_hash = ${browserHash}
				and started_at > lightstick_now() - make_interval(mins => ${ATTEMPT_MINUTES})
			returning nonce, code_verifier as "codeVerifier", callback_url as "callbackUrl"`.maybeOne(db);
}

/** Returns the return URL of a sign-in that was begun in some browser and has not been finished. */
export function selectCallbackUrl(db: Db, provider: SsoType, stateHash: Buffer): Promise<string | null> {
	return sql`select callback_url as "callbackUrl" from sign_in_attempt
		where state_hash = ${stateHash} and provider = ${provider}`.maybeValue(db);
}
