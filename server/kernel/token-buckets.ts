/** Limits the rate per account and allows bursts: a bucket of tokens that refills steadily. One per process. */

/** A full bucket is the same as none. Full buckets are dropped once this many are kept. */
const KEPT_MAX = 100_000;

export function tokenBuckets<Key = number>({
	perSecond,
	burst,
	now = () => performance.now(),
}: {
	perSecond: number;
	burst: number;
	/** Milliseconds of a monotonic clock. */
	now?: () => number;
}) {
	const buckets = new Map<Key, { tokens: number; at: number }>();
	const filled = (bucket: { tokens: number; at: number }, at: number) =>
		Math.min(burst, bucket.tokens + ((at - bucket.at) * perSecond) / 1000);

	function dropFull(at: number): void {
		for (const [key, bucket] of buckets) if (filled(bucket, at) >= burst) buckets.delete(key);
	}

	return {
		/** Takes one token of `key`. Returns 0, or the seconds until there is one. */
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
