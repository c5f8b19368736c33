import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '#client/call.ts';
import type { VoteReceipt } from '#contract/voting.ts';
import { castVote, EarlierVoteCounted, type VoteDeps, type VoteOrder } from './cast-vote.ts';
import { pageMemory } from '../../lib/votes/vote-memory.ts';

const ten: VoteOrder = { rankingKey: 'monthly-2026-11', artistId: 7, votes: 10, expectedCost: 100 };
const twenty: VoteOrder = { ...ten, votes: 20, expectedCost: 200 };

const silence = () => new Problem(0, 'network', 'The network could not be reached');
const refusal = (code: number, slug: 'not_enough_gems' | 'busy' | 'sign_in_required' | 'too_many_requests') =>
	new Problem(code, slug, slug);

/** Outcome of a request: it arrives and is answered, it arrives and the response is lost, or it never arrives. */
type Fate = 'answered' | 'answer lost' | 'request lost' | Problem;

/** A polling station that keeps the server's promise: one vote a key. `fates` are used up one a request. */
function pollingStation(...fates: Fate[]) {
	const cast = new Map<string, VoteOrder>();
	const requests: { key: string; isRetry: boolean; votes: number; at: number }[] = [];
	const station: VoteDeps = {
		memory: pageMemory(),
		fan: async () => 'fan',
		random: () => 0.5,
		isOffline: () => false,
		send: async (order, { key, isRetry }) => {
			requests.push({ key, isRetry, votes: order.votes, at: Date.now() });
			const fate = fates.shift() ?? 'answered';
			if (fate instanceof Problem) throw fate;
			if (fate === 'request lost') throw silence();
			const earlier = cast.get(key);
			if (earlier && earlier.votes !== order.votes) throw new Problem(409, 'idempotency_key_reused', 'reused');
			cast.set(key, order);
			if (fate === 'answer lost') throw silence();
			return { ticket_number: order.votes } as VoteReceipt;
		},
	};
	return { station, cast, requests, meets: (...more: Fate[]) => fates.push(...more) };
}

/** Lets a vote run to its end while the clock is turned by hand. */
async function outcome(vote: Promise<VoteReceipt>): Promise<VoteReceipt | Error> {
	const end: { result?: VoteReceipt | Error } = {};
	vote.then(
		(receipt) => (end.result = receipt),
		(error: Error) => (end.result = error),
	);
	for (let turn = 0; turn < 1_000_000 && end.result === undefined; turn++) {
		// The clock moves only while the vote waits for it, not while a hash is computed.
		if (vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(100);
		await new Promise(setImmediate);
	}
	return end.result ?? new Error('The vote never ended');
}

const forever = (fate: Fate) => Array.from({ length: 100 }, () => fate);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a fan on a bad network', () => {
	test('asks once where the device knows that it is offline, and counts once when it is not any more', async () => {
		const { station, cast, requests } = pollingStation('answer lost');
		expect(await outcome(castVote(ten, { ...station, isOffline: () => true }))).toMatchObject({ slug: 'network' });
		expect(requests).toHaveLength(1);
		await outcome(castVote(ten, station));
		expect(cast.size).toBe(1);
	});

	test('spends once when the answer was lost and the vote is sent again', async () => {
		const { station, cast, requests } = pollingStation('answer lost', 'request lost');
		expect(await outcome(castVote(ten, station))).toMatchObject({ ticket_number: 10 });
		// The retry flag tells the server that an earlier attempt may still be in flight.
		expect(requests.map(({ isRetry }) => isRetry)).toEqual([false, true, true]);
		expect(cast.size).toBe(1);
	});

	test.each([-400, -1, 0, 1, 400])(
		'hears in ten seconds that the vote failed, on a device whose clock is set by %i days meanwhile',
		async (days) => {
			const { station, requests } = pollingStation(...forever('request lost'));
			const start = performance.now();
			const send: VoteDeps['send'] = (...sent) => {
				if (requests.length === 2) vi.setSystemTime(Date.now() + days * 86_400_000);
				return station.send(...sent);
			};
			expect(await outcome(castVote(ten, { ...station, send }))).toMatchObject({ slug: 'network' });
			expect(performance.now() - start).toBeGreaterThan(7_000);
			expect(performance.now() - start).toBeLessThan(11_000);
			expect(requests.length).toBeGreaterThan(5);
			expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
		},
	);

	test('votes at an address without TLS, whose pages have no hashes', async () => {
		const { station, cast } = pollingStation('answer lost');
		const { crypto } = globalThis;
		vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
		onTestFinished(() => void vi.unstubAllGlobals());
		expect(await outcome(castVote(ten, station))).toMatchObject({ tag: expect.stringMatching(/^[\w-]{22,36}$/) });
		expect(cast.size).toBe(1);
	});

	test.each([502, 503, 504])('gets through when the server answers %i first', async (code) => {
		const { station, cast } = pollingStation(new Problem(code, 'busy', 'busy'));
		expect(await outcome(castVote(ten, station))).toMatchObject({ ticket_number: 10 });
		expect(cast.size).toBe(1);
	});

	test.each([200, 204, 302, 400, 401, 403, 404, 407, 409, 418, 500, 511, 520, 530])(
		'spends once although a proxy, a firewall or a public Wi-Fi answers with a page of its own, status %i',
		async (code) => {
			const { station, cast } = pollingStation('answer lost', ...forever(new Problem(code, 'bad_answer', 'a page')));
			const press = () => outcome(castVote(ten, station));
			expect(await press()).toMatchObject({ slug: 'bad_answer' });
			while ((await press()) instanceof Error) expect(cast.size).toBe(1);
			expect(cast.size).toBe(1);
		},
	);

	test('comes again when a full server asks for it, spread over a second', async () => {
		const { station, cast, requests } = pollingStation(new Problem(503, 'busy', 'busy', 4));
		const start = Date.now();
		await outcome(castVote(ten, station));
		expect(cast.size).toBe(1);
		expect((requests.at(-1)?.at ?? 0) - start).toBe(4_500);
	});

	test('tries once more at the end where the server asks for more patience than is left', async () => {
		const { station, requests } = pollingStation(...forever(new Problem(503, 'busy', 'busy', 60)));
		const start = Date.now();
		expect(await outcome(castVote(ten, station))).toMatchObject({ slug: 'busy' });
		expect(requests.map(({ at }) => at - start)).toEqual([0, 9_500]);
	});

	test('is not asked to wait for a server that says what is wrong', async () => {
		const { station, requests } = pollingStation(refusal(400, 'not_enough_gems'));
		expect(await outcome(castVote(ten, station))).toMatchObject({ slug: 'not_enough_gems' });
		expect(requests).toHaveLength(1);
	});
});

describe('while nobody knows whether a vote was cast', () => {
	test('the same amount for the same artist uses the same key, so it counts once', async () => {
		const { station, cast, meets } = pollingStation('answer lost', ...forever('request lost'));
		await outcome(castVote(ten, station));
		meets('answered');
		while ((await outcome(castVote(ten, station))) instanceof Error);
		expect(cast.size).toBe(1);
	});

	test('another amount spends nothing when the earlier vote turns out to be cast, and can be cast after that', async () => {
		const { station, cast } = pollingStation('answer lost', refusal(401, 'sign_in_required'));
		await outcome(castVote(ten, station));
		const result = await outcome(castVote(twenty, station));
		expect(result).toBeInstanceOf(EarlierVoteCounted);
		expect(result).toMatchObject({ receipt: { ticket_number: 10 } });
		expect([...cast.values()].map(({ votes }) => votes)).toEqual([10]);
		expect(await outcome(castVote(twenty, station))).toMatchObject({ ticket_number: 20 });
		expect([...cast.values()].map(({ votes }) => votes)).toEqual([10, 20]);
	});

	test.each<[string, VoteOrder, number]>([
		['another amount takes the place of an earlier vote that never arrived', twenty, 1],
		['another artist is not held up', { ...ten, artistId: 8 }, 2],
	])('%s', async (_, order, keys) => {
		const { station, cast, requests } = pollingStation('request lost', refusal(401, 'sign_in_required'));
		await outcome(castVote(ten, station));
		expect(await outcome(castVote(order, station))).toMatchObject({ ticket_number: order.votes });
		expect([...cast.values()]).toEqual([order]);
		expect(new Set(requests.map(({ key }) => key)).size).toBe(keys);
	});
});

test.each<[string, Fate]>([
	['a vote was cast', 'answered'],
	['a refusal for too few gems', refusal(400, 'not_enough_gems')],
	['a refusal for too many requests', refusal(429, 'too_many_requests')],
])('a key is not used again after %s', async (_, fate) => {
	const { station, requests } = pollingStation(fate);
	await outcome(castVote(ten, station));
	await outcome(castVote(twenty, station));
	expect(new Set(requests.map(({ key }) => key)).size).toBe(2);
});
