/** Keeps counts in Redis, or in what speaks its protocol. Only a site with REDIS_URL loads the client. */
import { Redis } from 'ioredis';

const CONNECT_MS = 2_000;
/** Time limit for an answer. Nobody waits for it; it bounds what is under way to a server that hangs. */
const ANSWER_MS = 500;
/** A connection without an answer for so long is given up. */
const SILENT_MS = 5_000;
const RECONNECT_MS = { first: 200, max: 5_000 };

/** @param prefix of every key: two sites may share a server */
export function openRedis(url: string, prefix: string) {
	const redis = new Redis(url, {
		keyPrefix: prefix,
		connectTimeout: CONNECT_MS,
		commandTimeout: ANSWER_MS,
		socketTimeout: SILENT_MS,
		// What cannot be counted now is not counted later.
		maxRetriesPerRequest: 0,
		autoResendUnfulfilledCommands: false,
		retryStrategy: (attempt) => Math.min(RECONNECT_MS.first * attempt, RECONNECT_MS.max),
	});
	// Each failed command is told to its caller. Without a listener the client would print every lost connection.
	redis.on('error', () => undefined);
	return {
		async add(key: string, requests: number, windowMs: number) {
			// In one transaction, so that no count is without an end.
			const answers = await redis.multi().set(key, 0, 'PX', windowMs, 'NX').incrby(key, requests).pttl(key).exec();
			const [count, restMs] = (answers ?? []).slice(1).map(([error, value]) => {
				if (error) throw error;
				return value;
			});
			if (typeof count !== 'number' || typeof restMs !== 'number') throw new Error('Redis gave no count');
			return { count, restMs: Math.max(0, restMs) };
		},
		close: async () => redis.disconnect(),
	};
}
