/**
 * A crowd that votes all along, a fan who looks at the chart, and one with the live chart open, while a test does something
 * to the site. In the end the responses that the crowd received are compared with the stored votes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '#server/kernel/database.ts';
import { aPerson } from '../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { aContest, type Contest } from '../fixtures/voting/contests.ts';
import { startCrowd, type Crowd } from '../fixtures/voting/crowd.ts';

const FANS = 200;
const AT_ONCE = 40;
const PAUSE_MS = 10;
const LOOK_EVERY_MS = 50;
/** A fan leaves an empty page after this time. */
const LOOK_MS_MAX = 5_000;
const LISTEN_AGAIN_MS = 100;
const ENDING_MS = 1_000;

export const PATIENCE = { timeout: 60_000, interval: 50 };

/**
 * Plants a ranking and its fans, who vote from now on.
 * @param address tells where to ask next
 * @param withEndings every second or so another ranking ends, and a part of the crowd votes in it until the next one is there
 */
export async function startVoting(owner: Database, address: () => string, { withEndings = false } = {}) {
	const { key: rankingKey, artistIds } = await aContest(owner, 'november');
	const fans = await Promise.all(
		Array.from({ length: FANS }, (_, n) => aPerson(owner, `fan ${n}`, { earned: 1e9, purchased: 70 })),
	);
	let going = true;
	let ending: Contest | null = null;
	let endings = 0;
	const stopEndings = repeat(ENDING_MS, async () => {
		if (!withEndings) return;
		const traits = { type: 'theme' as const, endsAt: new Date(Date.now() + ENDING_MS / 2) };
		// The database may be away.
		ending = await aContest(owner, `ending-${(endings += 1)}`, traits).catch(() => ending);
	});
	const crowd = startCrowd({
		fans,
		atOnce: AT_ONCE,
		pauseMs: PAUSE_MS,
		goesOn: () => going,
		address,
		choose() {
			const chosen = ending && Math.random() < 0.2 ? ending : { key: rankingKey, artistIds };
			return { rankingKey: chosen.key, artistId: chosen.artistIds[0] as number };
		},
	});
	const chart = watchChart(address, rankingKey);
	const live = watchLive(address, rankingKey);
	async function stop(): Promise<void> {
		going = false;
		await Promise.all([crowd.done, chart.stop(), live.stop(), stopEndings()]);
	}
	return {
		crowd,
		chart,
		live,
		stop,
		/** Waits until so many more votes were counted. */
		async moreVotes(count: number): Promise<void> {
			const before = crowd.countOf('cast');
			await expect.poll(() => crowd.countOf('cast') - before, PATIENCE).toBeGreaterThanOrEqual(count);
		},
		/** Stops, and checks the votes and the books. */
		async settle(): Promise<void> {
			await stop();
			console.log(`${crowd.ballots.length} votes, ${chart.looks()} looks at the chart, ${chart.old()} at an old one`);
			expect(chart.looks()).toBeGreaterThan(0);
			await expectMemoriesToAgree(crowd, owner, withEndings ? ['ranking_closed'] : []);
			const late = crowd.ballots.filter(({ told }) => told.has('ranking_closed'));
			if (withEndings) expect(late.length).toBeGreaterThan(0);
			expect(late.filter((ballot) => ballot.rankingKey === rankingKey)).toEqual([]);
			// Nor is a vote stored that was cast after an end.
			await expectBooksToBalance(owner);
		},
	};
}

export type Voting = Awaited<ReturnType<typeof startVoting>>;

/**
 * Checks that each ballot got a final answer, a refusal only if it is one of these, and never beside a vote; that
 * acknowledged votes are stored, once, and that no other vote is.
 */
export async function expectMemoriesToAgree({ ballots }: Crowd, owner: Database, refusals: readonly string[] = []) {
	expect(ballots.filter(({ told }) => told.size === 0)).toEqual([]);
	const cast = ballots.filter(({ told }) => told.has('cast'));
	expect(cast.filter(({ told }) => told.size > 1)).toEqual([]);
	expect(new Set(ballots.flatMap(({ told }) => [...told]))).toEqual(new Set(['cast', ...refusals]));
	const stored = await owner.query<{ key: string; tickets: number; artistId: number; fanId: number }>({
		text: 'select idempotency_key as key, tickets, artist_id as "artistId", fan_id as "fanId" from vote',
	});
	const byKey = new Map(stored.map((vote) => [vote.key, vote]));
	const missing = cast.filter(({ key, votes, artistId, fan }) => {
		const vote = byKey.get(key);
		return vote?.tickets !== votes || vote.artistId !== artistId || vote.fanId !== fan.fanId;
	});
	expect(missing).toEqual([]);
	expect([stored.length, byKey.size]).toEqual([cast.length, cast.length]);
}

/** Does something again and again after a pause, until it is stopped. */
function repeat(pauseMs: number, work: (stopping: AbortSignal) => Promise<void>): () => Promise<void> {
	const stopping = new AbortController();
	const running = (async () => {
		while (!stopping.signal.aborted) {
			await work(stopping.signal);
			await sleep(pauseMs);
		}
	})();
	return async () => {
		stopping.abort();
		await running;
	};
}

/** Polls the chart, like a fan with the page open, and counts missing charts. */
function watchChart(address: () => string, rankingKey: string) {
	const misses = new Map<string, string[]>();
	let looks = 0;
	let old = 0;
	let fault = 'nothing';

	const miss = (during: string, what: string) => void misses.set(during, [...(misses.get(during) ?? []), what]);

	const stop = repeat(LOOK_EVERY_MS, async () => {
		looks += 1;
		const during = fault;
		try {
			const url = `${address()}/api/v1/rankings/detail?ranking_key=${rankingKey}`;
			const response = await fetch(url, { signal: AbortSignal.timeout(LOOK_MS_MAX) });
			if (response.status !== 200) miss(during, String(response.status));
			else if (Number(response.headers.get('age') ?? 0) > 0) old += 1;
			await response.arrayBuffer();
		} catch (error) {
			miss(during, String(error));
		}
	});
	return {
		stop,
		looks: () => looks,
		/** Number of stale charts, which state their age. */
		old: () => old,
		/** What arrived instead of a chart during this fault. */
		misses: (during: string) => misses.get(during) ?? [],
		/** Sets the name of the current fault, under which misses are counted. */
		under: (name: string) => void (fault = name),
	};
}

/** Listens to the live chart. A browser opens the stream again when it ends, and so does this. */
function watchLive(address: () => string, rankingKey: string) {
	let events = 0;
	const refusals: string[] = [];
	const stop = repeat(LISTEN_AGAIN_MS, async (signal) => {
		try {
			const response = await fetch(`${address()}/api/v1/rankings/live?ranking_key=${rankingKey}`, { signal });
			if (!response.ok) refusals.push(`${response.status} ${await response.text()}`);
			for await (const chunk of response.body ?? []) {
				events += Buffer.from(chunk).toString().split('\ndata:').length - 1;
			}
		} catch {
			// The stream broke off.
		}
	});
	/** Charts received so far, and what was answered instead of a stream. */
	return { stop, events: () => events, refusals };
}
