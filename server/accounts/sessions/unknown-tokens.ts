/**
 * Remembers for a moment tokens that belong to no session, and the addresses that sent many of them. A token alone
 * does not show whether it is valid, so no token is refused for its address. Tokens of a suspect address only wait in a
 * queue of their own.
 */
import { tiersOf } from '#server/kernel/network-address.ts';

interface UnknownTokensOptions {
	/** Age limit (ms) of a remembered unknown token. */
	tokenAgeMaxMs: number;
	/** An address that sends more unknown tokens than this within one to two minutes is suspect. */
	perAddressMax?: number;
	/** Milliseconds of a monotonic clock. */
	now?: () => number;
}

const MINUTE_MS = 60_000;
const TOKENS_MAX = 10_000;
const ADDRESSES_MAX = 50_000;

export function unknownTokens({
	tokenAgeMaxMs,
	perAddressMax = 60,
	now = () => performance.now(),
}: UnknownTokensOptions) {
	const dead = new Map<string, number>();
	/** Counts of this minute and of the minute before. */
	let [young, old] = [new Map<string, number>(), new Map<string, number>()];
	let startedAt = now();

	function turn(): void {
		const age = now() - startedAt;
		if (age < MINUTE_MS && young.size < ADDRESSES_MAX) return;
		old = age < 2 * MINUTE_MS ? young : new Map();
		young = new Map();
		startedAt = now();
	}

	return {
		isKnownDead(key: string): boolean {
			const at = dead.get(key);
			return at !== undefined && now() - at < tokenAgeMaxMs;
		},
		isSuspect(address: string): boolean {
			turn();
			return tiersOf(address).some(
				({ key, times }) => (young.get(key) ?? 0) + (old.get(key) ?? 0) > perAddressMax * times,
			);
		},
		count(key: string, address: string): void {
			if (dead.size >= TOKENS_MAX) dead.clear();
			dead.set(key, now());
			turn();
			for (const { key: party } of tiersOf(address)) young.set(party, (young.get(party) ?? 0) + 1);
		},
		/** The token may belong to a session now. */
		forget(key: string): void {
			dead.delete(key);
		},
	};
}
