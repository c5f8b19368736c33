/** Limits the requests of an account for what costs money: in this process, and in all together where counts are shared. */
import type { FanKey } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import { tokenBuckets } from '#server/kernel/token-buckets.ts';
import type { SharedCounts } from './shared-counts.ts';

const MINUTE_MS = 60_000;

/** Returns a function that counts a request. It throws `too_many_requests` above the limit. */
export function perAccount(name: string, perMinute: number, counts: SharedCounts | null): (fan: FanKey) => void {
	const buckets = tokenBuckets({ perSecond: perMinute / 60, burst: perMinute });
	return ({ fanId }) => {
		const wait = buckets.take(fanId);
		const shared = counts?.add(`${name} ${fanId}`, { max: perMinute, windowMs: MINUTE_MS });
		const rest = shared && shared.count > perMinute ? shared.restMs / 1000 : 0;
		if (wait > 0 || rest > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(Math.max(wait, rest)) });
	};
}
