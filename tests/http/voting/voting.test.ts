/** Casting votes over HTTP, on a real database. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { aKey, type Answer, beforeTests, openSite, type Person, type Vote } from '../../fixtures/site/site.ts';

const site = beforeTests(() => openSite());
const contest = beforeTests(() => site.contest('november'));
afterEach(() => site.clock.run());
afterAll(() => site.balances());

interface Asked extends Vote {
	ranking?: string;
	artistId?: number | undefined;
}

const vote = (fan: Person, { ranking = contest.key, artistId = contest.artistIds[0] ?? 0, ...asked }: Asked = {}) =>
	site.castVote(fan, { key: ranking, artistIds: [artistId] }, asked);

function refusal(answer: Answer): [number, string | undefined, string] {
	return [answer.status, answer.body.error, answer.body.message];
}

it('a vote spends earned gems first, then bought ones, and reads the artist’s new tickets', async () => {
	const ana = await site.fan('ana', { earned: 30, purchased: 100 });
	const answer = await vote(ana, { artistId: contest.artistIds[1], tickets: 5, expectedCost: 50 });
	expect(answer.status).toBe(200);
	expect(answer.body.data).toMatchObject({
		artist_tickets: 5,
		ticket_number: 5,
		gem_cost: 50,
		gem_cost_earned: 30,
		gem_cost_purchased: 20,
		gem_balance: 80,
	});
	const { chart_version: version } = answer.body.data as { chart_version: string };
	const chart = await site.ask({ path: `/rankings/detail?ranking_key=${contest.key}&after=${version}` });
	expect(chart.headers['cache-control']).toBe('no-store');
	expect(JSON.stringify(chart.body.data)).toContain('"tickets":5');
});

it('a vote gets the first answer again for the same key, also when the gems are gone and the ranking has closed', async () => {
	const short = await site.contest('short', { endsIn: 0.001 });
	const bo = await site.fan('bo', { earned: 20 });
	const asked = { ranking: short.key, artistId: short.artistIds[0], tickets: 2 };
	const key = aKey();
	const first = await vote(bo, { ...asked, key });
	expect(first.status).toBe(200);
	await site.clock.set(new Date(Date.now() + 3_600_000));
	const again = await vote(bo, { ...asked, key });
	const { chart_version: _first, receipt: _receipt, ...firstData } = first.body.data as Record<string, unknown>;
	expect(again.body.data).toMatchObject(firstData);
	expect(refusal(await vote(bo, asked))).toEqual([400, 'ranking_closed', 'Voting has ended']);
});

describe('a vote is refused', () => {
	const NUMBER = 'Please input a positive integer number';
	const GEMS = 'There is not enough gem. Click get more button!';
	const PRICE = 'The price of a vote has changed. Please check it and vote again';
	const KEY = 'The Idempotency-Key must be 22 to 36 letters, digits, - or _';
	it.each([
		['zero votes', { tickets: 0 }, 400, 'no_votes', 'Please input the number of votes'],
		['a negative number', { tickets: -1 }, 400, 'invalid_votes', NUMBER],
		['a fraction', { tickets: 1.5 }, 400, 'invalid_votes', NUMBER],
		['a text', { tickets: '5' }, 400, 'invalid_votes', NUMBER],
		['a number beyond 2^53', { tickets: 1e300 }, 400, 'invalid_votes', NUMBER],
		['the largest number', { tickets: 9_007_199_254_740_991 }, 400, 'not_enough_gems', GEMS],
		['an unknown ranking', { ranking: 'nowhere' }, 404, 'ranking_not_found', 'This ranking does not exist'],
		[
			'an artist who is not listed',
			{ artistId: 987_654 },
			400,
			'artist_not_listed',
			'This artist is not in the ranking',
		],
		['a price that has changed', { tickets: 1, expectedCost: 5 }, 400, 'cost_changed', PRICE],
		['a malformed key', { key: 'short' }, 400, 'invalid_idempotency_key', KEY],
		['an empty key, which protects nothing', { key: '' }, 400, 'invalid_idempotency_key', KEY],
	] satisfies [string, Asked, number, string, string][])('for %s', async (_what, asked, status, slug, message) => {
		const ida = await site.fan(`ida ${slug}`, { earned: 1000 });
		expect(refusal(await vote(ida, asked))).toEqual([status, slug, message]);
	});

	it('from the very end on', async () => {
		const kim = await site.fan('kim', { earned: 1000 });
		const endsAt = new Date(Date.now() + 86_400_000);
		const exact = await site.contest('exact', { endsAt });
		const asked = { ranking: exact.key, artistId: exact.artistIds[0] };
		await site.clock.set(new Date(endsAt.getTime() - 1));
		expect((await vote(kim, asked)).status).toBe(200);
		await site.clock.set(endsAt);
		expect(refusal(await vote(kim, asked)).slice(0, 2)).toEqual([400, 'ranking_closed']);
	});

	it('without a session', async () => {
		const ghost: Person = { name: 'ghost', token: 'x'.repeat(43), tokenHash: Buffer.alloc(32), fanId: 1 };
		expect(refusal(await vote(ghost))).toEqual([401, 'sign_in_required', 'Please log in']);
	});

	it('when the request is no proper one, each with its own code', async () => {
		const pia = await site.fan('pia', { earned: 100 });
		const send = async (payload: string | undefined, type?: string) => {
			const response = await site.app.inject({
				method: 'POST',
				url: `/api/v1/rankings/vote/${contest.key}`,
				headers: { authorization: `Bearer ${pia.token}`, ...(type ? { 'content-type': type } : {}) },
				...(payload === undefined ? {} : { payload }),
			});
			return [response.statusCode, (response.json() as { error: string }).error];
		};
		expect(await send(undefined)).toEqual([400, 'invalid_request']);
		expect(await send('', 'application/json')).toEqual([400, 'invalid_request']);
		expect(await send('{"artist_id":', 'application/json')).toEqual([400, 'invalid_json']);
		expect(await send('artist_id=1', 'application/x-www-form-urlencoded')).toEqual([415, 'unsupported_media_type']);
		const large = JSON.stringify({ padding: 'x'.repeat(65 * 1024) });
		expect(await send(large, 'application/json')).toEqual([413, 'body_too_large']);
		expect(await send('{"artist_id":1}', 'application/json')).toEqual([400, 'invalid_votes']);
	});

	it('once a fan asks faster than 20 times a second with a burst of 250', async () => {
		const strict = await openSite({ database: site });
		const quin = await site.fan('quin', { earned: 0 });
		const answers = await Promise.all(Array.from({ length: 300 }, () => strict.castVote(quin, contest)));
		const limited = answers.filter(({ status }) => status === 429);
		expect(limited.length).toBeGreaterThan(0);
		expect(limited.length).toBeLessThanOrEqual(50);
		expect(limited[0]?.body.error).toBe('too_many_requests');
		expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
		await strict.close();
	});
});
