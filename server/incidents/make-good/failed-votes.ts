/**
 * Remembers votes that the site answered with a fault of its own, and writes them to the database once it can be
 * reached. At most one per fan, ranking and minute is kept. If the process ends before the database is back, or more
 * than KEPT_MAX wait, or more than FAN_KEPT_MAX of one fan, the rest is lost: a make-good then misses these votes.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/kernel/database.ts';
import { insertFailedVotes, type FailedVote } from './sql.ts';

/** About 300 bytes each. */
const KEPT_MAX = 100_000;
/** While the database is away, nobody knows which rankings exist: one account could fill the room with invented ones. */
const FAN_KEPT_MAX = 60;
const WRITTEN_AT_ONCE = 1_000;
const FLUSH_MS = 500;
const MINUTE_MS = 60_000;

type Kept = Omit<FailedVote, 'ageMs'> & { arrivedAt: number };

export function openFailedVotes({ db, log }: { db: Database; log: Pick<FastifyBaseLogger, 'warn'> }, max = KEPT_MAX) {
	const kept = new Map<string, Kept>();
	const ofFan = new Map<number, number>();
	let lost = 0;
	let timer: NodeJS.Timeout | null = null;
	let flushing: Promise<void> | null = null;

	function count(fanId: number, change: 1 | -1): void {
		const next = (ofFan.get(fanId) ?? 0) + change;
		if (next === 0) ofFan.delete(fanId);
		else ofFan.set(fanId, next);
	}

	function flushSoon(): void {
		timer ??= setTimeout(() => {
			timer = null;
			void flush();
		}, FLUSH_MS).unref();
	}

	async function write(): Promise<void> {
		try {
			while (kept.size > 0) {
				const part = kept.entries().take(WRITTEN_AT_ONCE).toArray();
				// Ages are taken once a connection is there: the wait for one would make a failure later than the vote after it.
				await db.transaction((tx) => {
					const now = performance.now();
					return insertFailedVotes(
						tx,
						part.map(([, { arrivedAt, ...vote }]) => ({ ...vote, ageMs: Math.max(0, now - arrivedAt) })),
					);
				});
				for (const [name, { fanId }] of part) {
					kept.delete(name);
					count(fanId, -1);
				}
			}
		} catch (error) {
			log.warn({ err: error, votes: kept.size, lost }, 'failed votes are written down later');
			flushSoon();
		}
	}

	function flush(): Promise<void> {
		flushing ??= write().finally(() => (flushing = null));
		return flushing;
	}

	return {
		note({ fanId, key, rankingKey, artistId, tickets }: Omit<FailedVote, 'ageMs'>, arrivedAt: number) {
			const name = `${fanId} ${rankingKey} ${Math.floor(arrivedAt / MINUTE_MS)}`;
			if (kept.has(name)) return;
			if (kept.size >= max || (ofFan.get(fanId) ?? 0) >= FAN_KEPT_MAX) {
				lost += 1;
			} else {
				kept.set(name, { fanId, key, rankingKey, artistId, tickets, arrivedAt });
				count(fanId, 1);
			}
			flushSoon();
		},
		flush,
		async close() {
			if (timer) clearTimeout(timer);
			await flush();
			if (timer) clearTimeout(timer);
		},
	};
}
