/** Limits the rate per account and allows bursts: a bucket of tokens that refills steadily. One per process. */

import { tiersOf } from './network-address.ts';

/** A full bucket is the same as none. Full buckets are dropped once this many are kept. */
const KEPT_MAX = 100_000;

export function tokenBuckets<Key = number>({
	perSecond,
	burst,
	now = () => performance.now(),
}: {
	perSecond: number;
	burst: number;
	now?: () => number;
}) {
	const buckets = new Map<Key, { tokens: number; at: number }>();
	const filled = (bucket: { tokens: number; at: number }, at: number) =>
		Math.min(burst, bucket.tokens + ((at - bucket.at) * perSecond) / 1000);

	function dropFull(at: number): void {
		for (const [key, bucket] of buckets) if (filled(bucket, at) >= burst) buckets.delete(key);
	}

	return {
		take(key: Key): number {
			const at = now();
			let bucket = buckets.get(key);
			if (!bucket) {
				if (buckets.size >= KEPT_MAX) dropFull(at);
				bucket = { tokens: burst, at };
				buckets.set(key, bucket);
			}
			bucket.tokens = filled(bucket, at);
			bucket.at = at;
			if (bucket.tokens < 1) return (1 - bucket.tokens) / perSecond;
			bucket.tokens -= 1;
			return 0;
		},
		giveBack(key: Key): void {
			const bucket = buckets.get(key);
			if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
		},
	};
}

/** The same for addresses: the networks that one household may have share a multiple. */
export function addressBuckets(rate: { perSecond: number; burst: number }) {
	const bySize = new Map<number, ReturnType<typeof tokenBuckets<string>>>();
	const bucketsOf = (times: number) =>
		bySize.getOrInsertComputed(times, () =>
			tokenBuckets<string>({ perSecond: rate.perSecond * times, burst: rate.burst * times }),
		);
	return {
		take(address: string): number {
			const tiers = tiersOf(address);
			for (const [index, { key, times }] of tiers.entries()) {
				const wait = bucketsOf(times).take(key);
				if (wait === 0) continue;
				for (const taken of tiers.slice(0, index)) bucketsOf(taken.times).giveBack(taken.key);
				return wait;
			}
			return 0;
		},
		giveBack(address: string): void {
			for (const { key, times } of tiersOf(address)) bucketsOf(times).giveBack(key);
		},
	};
}
