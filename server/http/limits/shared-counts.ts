import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FanKey } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import { tokenBuckets } from '#server/kernel/token-buckets.ts';

/** Limits that all processes share: `redis.ts`. */
export interface SharedCounts {
	Store: FastifyRateLimitStoreCtor;
	fault(): string | null;
	close(): void;
}

const MINUTE_MS = 60_000;

/** Limits an account's requests for what costs money, in all processes. @throws {Problem} too_many_requests */
export function perAccount(
	name: string,
	perMinute: number,
	counts: SharedCounts | null,
): (fan: FanKey) => Promise<void> {
	const buckets = tokenBuckets({ perSecond: perMinute / 60, burst: perMinute });
	const shared = counts && new counts.Store({});
	return async ({ fanId }) => {
		const wait = buckets.take(fanId);
		const { current, ttl } = await new Promise<{ current: number; ttl: number }>((resolve) => {
			const none = { current: 0, ttl: 0 };
			if (shared) shared.incr(`${name} ${fanId}`, (_, counted = none) => resolve(counted), MINUTE_MS, perMinute);
			else resolve(none);
		});
		const rest = current > perMinute ? ttl / 1000 : 0;
		if (wait > 0 || rest > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(Math.max(wait, rest)) });
	};
}
