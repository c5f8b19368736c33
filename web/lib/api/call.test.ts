import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { completeRegistration, getMe, updateMe } from '#contract/accounts.ts';
import { getArtist } from '#contract/artists.ts';
import { checkIn } from '#contract/check-in.ts';
import { deleteAccount } from '#contract/my-account.ts';
import { getNews } from '#contract/news.ts';
import { getChart } from '#contract/rankings.ts';
import { getOrder } from '#contract/orders.ts';
import { castVote } from '#contract/voting.ts';
import { call, whenSessionEnds } from './call.ts';

const requests: { url: string; init: RequestInit }[] = [];
let answer: () => Promise<Response>;
let stored: Map<string, string>;
const lookAgain = vi.fn();
const leave = vi.fn();

function envelope(code: number, rest: object): Response {
	return Response.json({ code, message: 'ok', data: null, ...rest }, { status: code });
}

beforeEach(() => {
	requests.length = 0;
	lookAgain.mockClear();
	leave.mockClear();
	whenSessionEnds({ lookAgain, leave });
	answer = async () => envelope(200, { data: {} });
	stored = new Map([['authentication_token', 'secret']]);
	vi.stubGlobal('localStorage', {
		getItem: (name: string) => stored.get(name) ?? null,
		removeItem: (name: string) => stored.delete(name),
	});
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		requests.push({ url, init });
		return answer();
	});
});
afterEach(() => void vi.unstubAllGlobals());

describe('a request', () => {
	test('[S6-06] carries the stored token, the key of its vote, and its body as JSON', async () => {
		const body = { artist_id: 7, ticket_number: 10, expected_cost: 100 };
		await call(castVote, { params: { ranking_key: 'monthly-2026-11' }, body }, { idempotencyKey: 'k'.repeat(22) });
		const url = '/api/v1/rankings/vote/monthly-2026-11';
		expect(requests).toMatchObject([{ url, init: { method: 'POST', body: JSON.stringify(body) } }]);
		const headers = new Headers(requests[0]?.init.headers);
		expect(headers.get('authorization')).toBe('Bearer secret');
		expect(headers.get('idempotency-key')).toBe('k'.repeat(22));
	});

	test('leaves out what was not given', async () => {
		await call(getChart, { query: { ranking_key: 'monthly-2026-11', after: undefined } });
		expect(requests[0]?.url).toBe('/api/v1/rankings/detail?ranking_key=monthly-2026-11');
	});

	test('[S7-01] is read from the envelope’s data', async () => {
		answer = async () => envelope(200, { data: { gem_balance: 5 } });
		expect(await call(getMe, {})).toEqual({ gem_balance: 5 });
	});
});

describe('[S5-18, S5-19, S5-20] a required parameter that is missing raises an error before anything is sent', () => {
	const missing = undefined as unknown as string;
	const nothing = undefined as never;
	test.each([
		['artist_id', () => call(getArtist, { params: { artist_id: missing }, query: {} })],
		['news_id', () => call(getNews, { params: { news_id: missing }, query: {} })],
		['trade_no', () => call(getOrder, { params: { trade_no: missing } })],
		[
			'ranking_key',
			() => call(castVote, { params: { ranking_key: missing }, body: { artist_id: 1, ticket_number: 1 } }),
		],
		['body', () => call(castVote, { params: { ranking_key: 'a' }, body: nothing })],
		['body', () => call(completeRegistration, { body: nothing })],
		['body', () => call(updateMe, { body: nothing })],
	])('%s', async (name, send) => {
		await expect(send()).rejects.toThrow(`Required parameter ${name} was null or undefined`);
		expect(requests).toHaveLength(0);
	});

	test('but a body that may be empty may be', async () => {
		await call(checkIn, { body: undefined });
		expect(requests).toHaveLength(1);
	});
});

describe('when the server no longer knows the token', () => {
	const unknown = async () => envelope(401, { error: 'sign_in_required', message: 'Please log in' });

	test.each([
		['/user/me/update', () => call(updateMe, { body: { email: 'fan@mail.example', name: 'fan' } })],
		['/user/me/delete', () => call(deleteAccount, { body: { gems_are_given_up: true } })],
	])('[S8-02] a 401 of %s leaves the token where it is, and the page asks who is there', async (_, send) => {
		answer = unknown;
		await expect(send()).rejects.toMatchObject({ code: 401 });
		expect(stored.get('authentication_token')).toBe('secret');
		expect(lookAgain).toHaveBeenCalledOnce();
		expect(leave).not.toHaveBeenCalled();
	});

	test('[S8-02] a 401 of /user/me itself leaves all to its caller, which would else ask for ever', async () => {
		answer = unknown;
		await expect(call(getMe, {}, { asksWhoIsThere: true })).rejects.toMatchObject({ code: 401 });
		expect(stored.get('authentication_token')).toBe('secret');
		expect([lookAgain.mock.calls, leave.mock.calls]).toEqual([[], []]);
	});

	test.each([
		['getOrder', () => call(getOrder, { params: { trade_no: 'abcdefgh' } })],
		['getMe', () => call(getMe, {})],
	])('a late answer to %s about the session of before ends no newer one', async (_, send) => {
		answer = async () => {
			stored.set('authentication_token', 'newer');
			return unknown();
		};
		await expect(send()).rejects.toMatchObject({ code: 401 });
		expect(stored.get('authentication_token')).toBe('newer');
		expect(lookAgain).not.toHaveBeenCalled();
	});
});

describe('[S8-20] what fails on the way', () => {
	const badGateway = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
	test.each([
		['a network error when nothing came back', () => Promise.reject(new TypeError('Failed to fetch')), 0, 'network'],
		['told with the status of an answer that is not ours', badGateway, 502, 'bad_answer'],
	])('is %s', async (_, came, code, slug) => {
		answer = came;
		await expect(call(getMe, {})).rejects.toMatchObject({ code, slug });
	});

	test('[S9-05] waits for 60 seconds, and no longer', async () => {
		vi.useFakeTimers();
		vi.stubGlobal('fetch', stalled);
		const settled = vi.fn();
		const asked = call(getMe, {}).catch(settled);
		await vi.advanceTimersByTimeAsync(59_999);
		expect(settled).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(1);
		await asked;
		expect(settled).toHaveBeenCalledWith(expect.objectContaining({ slug: 'timeout' }));
		vi.useRealTimers();
	});

	test('is an abort when the caller no longer wants it', async () => {
		vi.stubGlobal('fetch', stalled);
		const controller = new AbortController();
		const asked = call(getMe, {}, { signal: controller.signal });
		controller.abort();
		await expect(asked).rejects.toMatchObject({ code: 0, slug: 'aborted' });
	});
});

const stalled = (_: string, { signal }: RequestInit) =>
	new Promise((__, reject) => {
		if (signal?.aborted) reject(new Error('aborted'));
		signal?.addEventListener('abort', () => reject(new Error('aborted')));
	});
