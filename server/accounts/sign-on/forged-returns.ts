/**
 * Counts returns whose code the provider refused, by address. Nothing else about a sign-in is limited beyond what every
 * call is: states and tokens cannot be guessed, so a press costs a row and a return without its sign-in next to nothing. But
 * a forged code makes the provider answer, and a provider that is asked too much turns everybody away. One per process.
 */
import { addressKey64 } from '#server/kernel/network-address.ts';
import { Problem } from '#server/kernel/problem.ts';
import { tokenBuckets } from '#server/kernel/token-buckets.ts';
import { ProviderFailure } from './identity-provider.ts';

export interface ForgedReturns {
	/** @throws {Problem} too_many_requests while the address has sent too many. No new sign-in begins there. */
	expectFew(address: string): void;
	/** Counts what came of a return. `cause` is null if somebody signed in, who makes up for one that was forged. */
	note(address: string, cause: unknown): void;
}

export function forgedReturns(perMinute: number): ForgedReturns {
	const left = tokenBuckets<string>({ perSecond: perMinute / 60, burst: perMinute });
	return {
		expectFew(address) {
			const key = addressKey64(address);
			const wait = left.take(key);
			if (wait > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(wait) });
			left.giveBack(key);
		},
		note(address, cause) {
			const key = addressKey64(address);
			if (cause === null) left.giveBack(key);
			else if (cause instanceof ProviderFailure && cause.isForged) left.take(key);
		},
	};
}
