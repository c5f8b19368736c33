/** Gives @fastify/rate-limit the counts that all processes share, instead of its own. */
import type { FastifyRateLimitOptions, FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { SharedCounts } from './shared-counts.ts';

/** What the plugin hands to the store of a route with a limit of its own. Its types say something else. */
interface OwnLimit {
	routeInfo?: { method?: string | string[]; url?: string };
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
			const { method = '', url = '' } = (options as OwnLimit).routeInfo ?? {};
			return new LimitStore(options, `${[method].flat().join()} ${url}`);
		}
	}
	return LimitStore;
}
