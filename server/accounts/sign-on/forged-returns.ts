/**
 * Counts returns whose code the provider refused, by address. Presses have a limit that no crowd reaches: states and tokens
 * cannot be guessed, so a press costs a row and a return without its sign-in next to nothing. But a forged code makes the
 * provider answer, and a provider that is asked too much turns everybody away. One per process.
 */
import { Problem } from '#server/kernel/problem.ts';
import { addressBuckets } from '#server/kernel/token-buckets.ts';
import { ProviderFailure } from './identity-provider.ts';

export interface ForgedReturns {
	/** @throws {Problem} too_many_requests while the address has sent too many. No new sign-in begins there. */
	expectFew(address: string): void;
	/** Counts what came of a return. `cause` is null if somebody signed in, who makes up for one that was forged. */
	note(address: string, cause: unknown): void;
}

export function forgedReturns(perMinute: number): ForgedReturns {
	const left = addressBuckets({ perSecond: perMinute / 60, burst: perMinute });
	return {
		expectFew(address) {
			const wait = left.take(address);
			if (wait > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(wait) });
			left.giveBack(address);
		},
		note(address, cause) {
			if (cause === null) left.giveBack(address);
			else if (cause instanceof ProviderFailure && cause.isForged) left.take(address);
		},
	};
}
