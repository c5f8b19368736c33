/**
 * Counts requests in memory and tells the other processes through a store, beside the requests: none waits for the store.
 * A request is judged by what is known when it arrives, so several processes let a little more than the limit through.
 * While the store fails, each process counts by itself.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { CountStore } from './count-store.ts';
import { windowCounts, type WindowCount } from './window-counts.ts';

export interface SharedCounts {
	/** Counts a request. Returns the requests within this window and the time until the next one (ms). */
	add(key: string, limit: { max: number; windowMs: number }): { count: number; restMs: number };
	/** Says that the store fails, or null. */
	fault(): string | null;
	close(): Promise<void>;
}

/** A count is told each time that it has grown by this part of its limit. Most visitors never reach it once. */
const TOLD_EVERY = 0.01;
const TRIED_AGAIN_MS = 1_000;
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
	let trying: NodeJS.Timeout | null = null;

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
		if (!isClosed) trying ??= setTimeout(() => void tryAgain(), TRIED_AGAIN_MS).unref();
	}

	/** Writes, because a full store still answers what only reads. */
	async function tryAgain(): Promise<void> {
		trying = null;
		try {
			await store.add(PROBE, 1, TRIED_AGAIN_MS);
			isAway = false;
			log.info('REDIS_URL: limits are shared again');
		} catch (error) {
			goAway(error);
		}
	}

	// So that health knows from the start, and not with the first busy visitor.
	store.add(PROBE, 1, TRIED_AGAIN_MS).catch(goAway);

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
			if (trying) clearTimeout(trying);
			await store.close();
		},
	};
}
