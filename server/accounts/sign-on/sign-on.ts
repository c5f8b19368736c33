/** Signs visitors on through a provider: redirects them, handles their return and finds their account. */
import { API_BASE } from '#contract/calls.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import { type Database, type Tx, row, sql as statement } from '#server/kernel/database.ts';
import { openWallet } from '#server/gems/gems.ts';
import { type FanKey, hashSecret } from '#server/kernel/caller.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import type { IdentityProviders, ProviderIdentity } from './identity-provider.ts';
import { ProviderFailure } from './identity-provider.ts';
import { beginAttempt, finishOnce, selectCallbackUrl } from './attempts.ts';
import { allowedCallback, fanToLink, loginEmail, proposedContact, returnAddress } from '../rules.ts';
import { networkHash } from '../sessions/sessions.ts';
import { findSession, insertSession, type NewSession } from '../sessions/sql.ts';
import * as sql from '../sql.ts';
import { addressKey64 } from '#server/kernel/network-address.ts';
import { addressBuckets } from '#server/kernel/token-buckets.ts';

interface SignOn {
	db: Database;
	providers: IdentityProviders;
	publicUrl: string;
}

/** @throws {Problem} for a return URL that is not ours, and for a provider that is not configured */
export async function beginSignOn(
	{ db, providers, publicUrl }: SignOn,
	provider: SsoType,
	{ callbackUrl, again }: { callbackUrl: string; again: boolean },
) {
	const returnTo = orRefuse(allowedCallback(callbackUrl, publicUrl), 'callback_refused');
	const asked = { redirectUri: redirectUri(provider, returnTo), again, name: provider, callbackUrl: returnTo.href };
	return beginAttempt(db, providers[provider], asked);
}

/** Uses the host of the visitor's page, because the cookie belongs to that host. */
const redirectUri = (provider: SsoType, returnTo: URL): string =>
	`${returnTo.origin}${API_BASE}/login/callback/${provider}`;

export interface Return {
	provider: SsoType;
	state: string;
	browserSecret: string | null;
	query: string;
	networkAddress: string;
	country: string | null;
}

/**
 * Consumes a known sign-in, whatever its outcome; not one that is late, unknown or from another browser.
 * @throws {Problem} with `returnTo`, the return URL of the sign-in, also in another browser and too late; null if it is unknown
 */
export async function finishSignOn({ db, providers }: SignOn, visit: Return) {
	const { provider, browserSecret, state } = visit;
	const wayBack = await selectCallbackUrl(db, provider, hashSecret(state));
	const refusal = (slug: 'sign_in_expired' | 'sign_in_failed', cause?: unknown) =>
		Object.assign(new Problem(slug), { cause, returnTo: wayBack && returnAddress(wayBack, { error: slug }) });
	const identityProvider = providers[provider];
	if (browserSecret === null || !identityProvider) throw refusal('sign_in_expired');
	const made = await finishOnce(db, { state, provider, browserSecret }, findSession, async (attempt, tokenHash) => {
		const callback = new URL(visit.query, redirectUri(provider, new URL(attempt.callbackUrl)));
		const identity = await identityProvider.finish(callback, { ...attempt, state }).catch((cause: unknown) => {
			throw refusal('sign_in_failed', cause);
		});
		const hashes = { token_hash: tokenHash, browser_hash: attempt.browserHash };
		return db.transaction((tx) => signIn(tx, identity, visit, hashes));
	});
	if (!made) throw refusal('sign_in_expired');
	return { returnTo: returnAddress(made.callbackUrl, { token: made.token }), fanId: made.id };
}

async function signIn(
	tx: Tx,
	identity: ProviderIdentity,
	{ provider, country, networkAddress }: Return,
	hashes: Pick<NewSession, 'token_hash' | 'browser_hash'>,
) {
	const fan = await fanOf(tx, provider, identity);
	await sql.cancelRequest(tx, fan);
	if (identity.pictureUrl !== null) {
		const payload = { ...fan, provider, pictureUrl: identity.pictureUrl };
		await enqueue(tx, 'copy_avatar', payload, { key: `copy_avatar:${fan.fanId}` });
	}
	const network_hash = await networkHash(tx, networkAddress);
	await insertSession(tx, { ...hashes, network_hash, fan_id: fan.fanId, provider, country });
	return fan.fanId;
}

/** Finds the fan by subject, else by a verified address, else creates one. Locks the fan's row until the end. */
export async function fanOf(tx: Tx, provider: SsoType, identity: ProviderIdentity): Promise<FanKey> {
	const { subject } = identity;
	const email = loginEmail(identity);
	await sql.lockIdentity(tx, provider, subject, email);
	const fan =
		(await existingFan(tx, await sql.selectIdentity(tx, provider, subject))) ??
		(await existingFan(
			tx,
			email === null ? null : fanToLink(provider, await sql.selectIdentitiesByEmail(tx, email)),
		)) ??
		(await createFan(tx, provider, identity));
	await sql.upsertIdentity(tx, { provider, subject, fanId: fan.fanId, loginEmail: email });
	return fan;
}

/** Returns the fan, or null if the account has been erased. The person then gets a new account. */
const existingFan = async (tx: Tx, found: FanKey | null): Promise<FanKey | null> =>
	found && (await sql.lockFan(tx, found)) ? { fanId: found.fanId } : null;

async function createFan(tx: Tx, provider: SsoType, identity: ProviderIdentity): Promise<FanKey> {
	const proposed = { ...proposedContact(identity), register_platform: provider };
	const fan = await statement`insert into fan ${row(proposed)} returning fan_id as "fanId"`.one<FanKey>(tx);
	await openWallet(tx, fan);
	return fan;
}

/**
 * Counts returns whose code the provider refused, by address. Presses have a limit that no crowd reaches: states and tokens
 * cannot be guessed, so a press costs a row and a return without its sign-in next to nothing. But a forged code makes the
 * provider answer, and a provider that is asked too much turns everybody away. One per process.
 */

/** A provider takes a fifth of a second or less for each, so the last one waits for some twenty seconds. */
const WAITING_MAX = 100;

export function forgedReturns(perMinute: number) {
	const left = addressBuckets({ perSecond: perMinute / 60, burst: perMinute });
	const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
	function turnOf<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
		if (left.take(address) === 0) {
			left.giveBack(address);
			return work();
		}
		const key = addressKey64(address);
		const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
		if (queue.waiting >= WAITING_MAX) throw new Problem('too_many_requests', { retryAfter: 5 });
		const turn = queue.last.then(work).finally(() => {
			queue.waiting -= 1;
			if (queue.waiting === 0) queues.delete(key);
		});
		queues.set(key, Object.assign(queue, { last: turn.catch(() => undefined), waiting: queue.waiting + 1 }));
		return turn;
	}

	/** While its address sends forged returns, the provider is asked one by one. Who signs in makes up for one. @throws {Problem} */
	return async <Result>(address: string, work: () => Promise<Result>): Promise<Result> => {
		try {
			const result = await turnOf(address, work);
			left.giveBack(address);
			return result;
		} catch (error) {
			const cause = error instanceof Problem && error.cause;
			if (cause instanceof ProviderFailure && cause.isForged) left.take(address);
			throw error;
		}
	};
}
