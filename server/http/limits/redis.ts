/**
 * Limits that all processes share, by the stores of @fastify/rate-limit: Redis counts, and this process by itself whatever Redis
 * does not answer. Each request waits for its count.
 */
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import LocalStore from '@fastify/rate-limit/store/LocalStore.js';
import RedisStore from '@fastify/rate-limit/store/RedisStore.js';
import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';
import type { SharedCounts } from './shared-counts.ts';

const CONNECT_MS = 2_000;
/** What a request waits at most. */
const ANSWER_MS = 500;
/** A connection without an answer for so long is given up, and nobody waits until there is another one. */
const SILENT_MS = 1_000;
const RECONNECT_MS = { first: 200, max: 5_000 };

/** @param prefix of every key: two sites may share a server */
export function openSharedCounts(
	url: string,
	prefix: string,
	log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): SharedCounts {
	let isAway = false;
	const redis = new Redis(url, {
		connectTimeout: CONNECT_MS,
		commandTimeout: ANSWER_MS,
		socketTimeout: SILENT_MS,
		// What cannot be counted now is not counted later.
		enableOfflineQueue: false,
		maxRetriesPerRequest: 0,
		autoResendUnfulfilledCommands: false,
		retryStrategy: (attempt) => Math.min(RECONNECT_MS.first * attempt, RECONNECT_MS.max),
	});
	redis.on('error', noteAway);
	redis.on('ready', noteBack);

	function noteAway(error: Error): void {
		if (!isAway) log.warn({ err: error }, 'REDIS_URL: limits are counted in each process for now');
		isAway = true;
	}
	function noteBack(): void {
		if (isAway) log.info('REDIS_URL: limits are shared again');
		isAway = false;
	}

	class Store implements FastifyRateLimitStore {
		readonly #shared: FastifyRateLimitStore;
		readonly #own: FastifyRateLimitStore;

		constructor(_: unknown, shared = new RedisStore(false, false, redis, prefix), own = new LocalStore(false, false)) {
			this.#shared = shared;
			this.#own = own;
		}

		incr(...[key, answer, windowMs, max]: Parameters<FastifyRateLimitStore['incr']>): void {
			const answerShared: typeof answer = (error, counted) => {
				if (!error) noteBack();
				else if (redis.status === 'ready') noteAway(error);
				if (error) this.#own.incr(key, answer, windowMs, max);
				else answer(null, counted);
			};
			this.#shared.incr(key, answerShared, windowMs, max);
		}

		child(route: Parameters<FastifyRateLimitStore['child']>[0]): Store {
			return new Store(null, this.#shared.child(route), this.#own.child(route));
		}
	}

	const probe = new Store(null);
	return {
		Store,
		fault() {
			// For the next look, on a quiet site too. Counts, because a full server still answers what only reads.
			probe.incr('probe', () => undefined, 1_000, 1);
			const isShared = redis.status === 'ready' && !isAway;
			return isShared ? null : 'Redis does not answer as it should: each process counts limits by itself';
		},
		close: () => redis.disconnect(),
	};
}
