/**
 * Counts requests in memory and tells the other processes through a store, beside the requests: none waits for the store.
 * A request is judged by what is known when it arrives, so several processes let a little more than the limit through.
 * While the store fails, each process counts by itself. The store for Redis that @fastify/rate-limit brings asks Redis for
 * every request and waits: a Redis that is away would let everything through, and a slow one delay every page.
 */
import type { FastifyRateLimitOptions, FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyBaseLogger } from 'fastify';
import type { FanKey } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import { tokenBuckets } from '#server/kernel/token-buckets.ts';

export interface SharedCounts {
	/** Counts a request. Returns the requests within this window and the time until the next one (ms). */
	add(key: string, limit: { max: number; windowMs: number }): { count: number; restMs: number };
	fault(): string | null;
	close(): Promise<void>;
}

/** A count is told each time that it has grown by this part of its limit. Most visitors never reach it once. */
const TOLD_EVERY = 0.01;
const PROBED_EVERY_MS = 1_000;
const PROBE = 'probe';

export function openSharedCounts({
	store,
	log,
	now = () => performance.now(),
}: {
	store: CountStore;
	log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
	now?: () => number;
}): SharedCounts {
	const counts = windowCounts(now);
	let isAway = false;
	let isClosed = false;

	async function tell(key: string, own: WindowCount, windowMs: number): Promise<void> {
		const requests = own.untold;
		own.untold = 0;
		try {
			const { count, restMs } = await store.add(key, requests, windowMs);
			// Requests that came meanwhile are in the next answer.
			own.count = Math.max(own.count, count);
			// Never later: a store that forgets counts would otherwise keep a window open for ever.
			own.endsAt = Math.min(own.endsAt, now() + restMs);
		} catch (error) {
			goAway(error);
		}
	}

	function goAway(error: unknown): void {
		if (!isAway && !isClosed) log.warn({ err: error }, 'REDIS_URL: limits are counted in each process for now');
		isAway = true;
	}

	/** Writes, because a full store still answers what only reads. */
	async function probe(): Promise<void> {
		try {
			await store.add(PROBE, 1, PROBED_EVERY_MS);
			if (isAway) log.info('REDIS_URL: limits are shared again');
			isAway = false;
		} catch (error) {
			goAway(error);
		}
	}

	// So that health knows from the start and on a quiet site, and not with the first busy visitor.
	void probe();
	const probing = setInterval(() => void probe(), PROBED_EVERY_MS).unref();

	return {
		add(key, { max, windowMs }) {
			const own = counts.add(key, windowMs);
			const isStep = own.untold >= Math.max(1, Math.floor(max * TOLD_EVERY));
			// A count above the limit changes nothing for anybody: a flood costs the store nothing.
			if (isStep && !isAway && own.count <= max + 1) void tell(key, own, windowMs);
			return { count: own.count, restMs: Math.max(0, own.endsAt - now()) };
		},
		fault: () => (isAway ? 'Redis does not answer as it should: each process counts limits by itself' : null),
		async close() {
			isClosed = true;
			clearInterval(probing);
			await store.close();
		},
	};
}

interface WindowCount {
	count: number;
	/** Requests that the other processes have not been told of. */
	untold: number;
	endsAt: number;
}

/** About 150 bytes each. The count that was asked for least recently is dropped first. */
const KEPT_MAX = 50_000;

function windowCounts(now: () => number, max = KEPT_MAX): { add(key: string, windowMs: number): WindowCount } {
	const counts = new Map<string, WindowCount>();
	return {
		add(key, windowMs) {
			let own = counts.get(key);
			if (own) counts.delete(key);
			if (!own || own.endsAt <= now()) own = { count: 0, untold: 0, endsAt: now() + windowMs };
			counts.set(key, own);
			const [oldest] = counts.size > max ? counts.keys() : [];
			if (oldest !== undefined) counts.delete(oldest);
			own.count += 1;
			own.untold += 1;
			return own;
		},
	};
}

export function limitStore(counts: SharedCounts): FastifyRateLimitStoreCtor {
	class LimitStore implements FastifyRateLimitStore {
		readonly #prefix: string;

		constructor(_options: FastifyRateLimitOptions, prefix = 'all') {
			this.#prefix = prefix;
		}

		incr(address: string, answer: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number, max: number): void {
			const { count, restMs } = counts.add(`${this.#prefix} ${address}`, { max, windowMs });
			answer(null, { current: count, ttl: restMs });
		}

		child(options: object): LimitStore {
			const { method = '', url = '' } =
				(options as { routeInfo?: { method?: string | string[]; url?: string } }).routeInfo ?? {};
			return new LimitStore(options, `${[method].flat().join()} ${url}`);
		}
	}
	return LimitStore;
}

const MINUTE_MS = 60_000;

/** Limits an account's requests for what costs money, in all processes. @throws {Problem} too_many_requests */
export function perAccount(name: string, perMinute: number, counts: SharedCounts | null): (fan: FanKey) => void {
	const buckets = tokenBuckets({ perSecond: perMinute / 60, burst: perMinute });
	return ({ fanId }) => {
		const wait = buckets.take(fanId);
		const shared = counts?.add(`${name} ${fanId}`, { max: perMinute, windowMs: MINUTE_MS });
		const rest = shared && shared.count > perMinute ? shared.restMs / 1000 : 0;
		if (wait > 0 || rest > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(Math.max(wait, rest)) });
	};
}

/** Counts that all processes of the site share. `server/outside/redis/` implements it. */
export interface CountStore {
	/** A key's count begins anew `windowMs` after its first request. @throws {Error} if the store fails or is late */
	add(key: string, requests: number, windowMs: number): Promise<StoredCount>;
	close(): Promise<void>;
}

export interface StoredCount {
	count: number;
	restMs: number;
}
