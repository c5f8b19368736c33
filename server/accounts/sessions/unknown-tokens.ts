/**
 * Tokens that were no session, remembered for a moment, and the addresses that sent many of them. A token says nothing
 * of itself, so none is refused for its address: those of such an address only wait in a line of their own.
 */
import { expandIPv6 } from '../rules.ts';

export interface UnknownTokens {
	/** Was looked up lately, and is no session. */
	isKnownDead(key: string): boolean;
	/** The address has sent many unknown tokens lately. */
	isSuspect(address: string): boolean;
	count(key: string, address: string): void;
	/** May be a session now. */
	forget(key: string): void;
}

export interface UnknownTokensOptions {
	/** How long an answer is repeated. */
	tokenAgeMaxMs: number;
	/** Unknown tokens of one address within one to two minutes, after which it is suspect. */
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
}: UnknownTokensOptions): UnknownTokens {
	const dead = new Map<string, number>();
	/** This minute's counts and those of the minute before. */
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
		isKnownDead(key) {
			const at = dead.get(key);
			return at !== undefined && now() - at < tokenAgeMaxMs;
		},
		isSuspect(address) {
			turn();
			const party = partyOf(address);
			return (young.get(party) ?? 0) + (old.get(party) ?? 0) > perAddressMax;
		},
		count(key, address) {
			if (dead.size >= TOKENS_MAX) dead.clear();
			dead.set(key, now());
			turn();
			const party = partyOf(address);
			young.set(party, (young.get(party) ?? 0) + 1);
		},
		forget(key) {
			dead.delete(key);
		},
	};
}

/** Of IPv6 a line's whole network: whoever has one address of it has them all. */
function partyOf(address: string): string {
	if (!address.includes(':') || address.includes('.')) return address;
	return expandIPv6(address).slice(0, 4).join(':');
}
