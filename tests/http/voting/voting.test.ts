/** Casting votes over HTTP, on a real database. */
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { adjustBy } from '../../fixtures/accounts/gems.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { openSite, type Answer } from '../../fixtures/site/site.ts';

const site = beforeTests(() => openSite());
const contest = beforeTests(() => aContest(site.owner, 'november'));
afterAll(() => expectBooksToBalance(site.db));

interface Vote {
	artist?: number;
	votes?: unknown;
	key?: string;
	ranking?: string;
	expectedCost?: number;
}

function vote(
	person: Person,
	{ artist, votes = 1, key, ranking = contest.key, expectedCost }: Vote = {},
): Promise<Answer> {
	return site.ask({
		path: `/rankings/vote/${ranking}`,
		token: person.token,
		body: { artist_id: artist ?? contest.artistIds[0], ticket_number: votes, expected_cost: expectedCost },
		headers: key ? { 'idempotency-key': key } : {},
	});
}

function refusal(answer: Answer): [number, string | undefined, string] {
	return [answer.status, answer.body.error, answer.body.message];
}

/** As the database has them now; a chart may be a quarter of a second older. */
async function ticketsOf(artistId: number | undefined): Promise<number> {
	const [row] = await sql`select coalesce(sum(tickets), 0) as tickets from tally
		where artist_id = ${artistId}`.all<{ tickets: number }>(site.db);
	return row?.tickets ?? 0;
}

describe('a fan votes', () => {
	it('spends earned gems first, then bought ones, and reads the artist’s new tickets', async () => {
		const ana = await aPerson(site.owner, 'ana', { earned: 30, purchased: 100 });
		const before = await ticketsOf(contest.artistIds[1]);
		const answer = await vote(ana, { artist: contest.artistIds[1], votes: 5, expectedCost: 50 });
		expect(answer.status).toBe(200);
		expect(answer.body.data).toMatchObject({
			artist_tickets: before + 5,
			ticket_number: 5,
			gem_cost: 50,
			gem_cost_earned: 30,
			gem_cost_purchased: 20,
			gem_balance: 80,
		});
		const { chart_version: version } = answer.body.data as { chart_version: string };
		const chart = await site.ask({ path: `/rankings/detail?ranking_key=${contest.key}&after=${version}` });
		expect(chart.headers['cache-control']).toBe('no-store');
		expect(JSON.stringify(chart.body.data)).toContain(`"tickets":${before + 5}`);
	});

	it('gets the first answer again for the same key, also when the gems are gone and the ranking has closed', async () => {
		const short = await aContest(site.owner, 'short', { endsIn: 0.001 });
		const bo = await aPerson(site.owner, 'bo', { earned: 20 });
		const key = aKey();
		const first = await vote(bo, { ranking: short.key, artist: short.artistIds[0], votes: 2, key });
		expect(first.status).toBe(200);
		await site.clock.set(new Date(Date.now() + 3_600_000));
		try {
			const again = await vote(bo, { ranking: short.key, artist: short.artistIds[0], votes: 2, key });
			const { chart_version: _first, receipt: _receipt, ...firstData } = first.body.data as Record<string, unknown>;
			expect(again.body.data).toMatchObject(firstData);
			const late = await vote(bo, { ranking: short.key, artist: short.artistIds[0], votes: 1 });
			expect(refusal(late)).toEqual([400, 'ranking_closed', 'Voting has ended']);
		} finally {
			await site.clock.run();
		}
	});

	it('cannot use one key for two different votes', async () => {
		const cy = await aPerson(site.owner, 'cy', { earned: 100 });
		const key = aKey();
		expect((await vote(cy, { votes: 1, key })).status).toBe(200);
		expect(refusal(await vote(cy, { votes: 2, key })).slice(0, 2)).toEqual([409, 'idempotency_key_reused']);
		const other = await vote(cy, { votes: 1, key, artist: contest.artistIds[2] });
		expect(refusal(other).slice(0, 2)).toEqual([409, 'idempotency_key_reused']);
	});

	it('may use a key that another fan uses too', async () => {
		const key = aKey();
		const [di, ed] = [await aPerson(site.owner, 'di', { earned: 10 }), await aPerson(site.owner, 'ed', { earned: 10 })];
		expect((await vote(di, { key })).status).toBe(200);
		expect((await vote(ed, { key })).status).toBe(200);
	});

	it('may try a refused vote again with the same key after gems have come in', async () => {
		const flo = await aPerson(site.owner, 'flo', { earned: 5 });
		const key = aKey();
		expect(refusal(await vote(flo, { key }))).toEqual([
			400,
			'not_enough_gems',
			'There is not enough gem. Click get more button!',
		]);
		await site.owner.transaction((tx) => adjustBy(tx, flo, { earned: 5, purchased: 0 }, 'a gift'));
		expect((await vote(flo, { key })).status).toBe(200);
	});
});

describe('many at once', () => {
	it('two devices share a wallet for 10 votes: of 200 votes exactly 10 count', async () => {
		const gus = await aPerson(site.owner, 'gus', { earned: 60, purchased: 40 });
		const before = await ticketsOf(contest.artistIds[0]);
		const answers = await Promise.all(Array.from({ length: 200 }, () => vote(gus, { key: aKey() })));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
		expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error))).toEqual(
			new Set(['not_enough_gems']),
		);
		const me = await site.ask({ path: '/user/me', token: gus.token });
		expect(me.body.data).toMatchObject({ gem_balance: 0 });
		expect(await ticketsOf(contest.artistIds[0])).toBe(before + 10);
	});
});

describe('a vote is refused', () => {
	it.each([
		['zero votes', { votes: 0 }, 400, 'no_votes', 'Please input the number of votes'],
		['a negative number', { votes: -1 }, 400, 'invalid_votes', 'Please input a positive integer number'],
		['a fraction', { votes: 1.5 }, 400, 'invalid_votes', 'Please input a positive integer number'],
		['a text', { votes: '5' }, 400, 'invalid_votes', 'Please input a positive integer number'],
		['a number beyond 2^53', { votes: 1e300 }, 400, 'invalid_votes', 'Please input a positive integer number'],
		[
			'the largest number',
			{ votes: 9_007_199_254_740_991 },
			400,
			'not_enough_gems',
			'There is not enough gem. Click get more button!',
		],
		['an unknown ranking', { ranking: 'nowhere' }, 404, 'ranking_not_found', 'This ranking does not exist'],
		['an artist who is not listed', { artist: 987_654 }, 400, 'artist_not_listed', 'This artist is not in the ranking'],
		[
			'a price that has changed',
			{ votes: 1, expectedCost: 5 },
			400,
			'cost_changed',
			'The price of a vote has changed. Please check it and vote again',
		],
		[
			'a malformed key',
			{ key: 'short' },
			400,
			'invalid_idempotency_key',
			'The Idempotency-Key must be 22 to 36 letters, digits, - or _',
		],
	] satisfies [string, Vote, number, string, string][])('for %s', async (_what, asked, status, slug, message) => {
		const ida = await aPerson(site.owner, `ida ${slug}`, { earned: 1000 });
		expect(refusal(await vote(ida, asked))).toEqual([status, slug, message]);
	});

	it('before the opening, while paused, and from the very end on', async () => {
		const kim = await aPerson(site.owner, 'kim', { earned: 1000 });
		const early = await aContest(site.owner, 'early', { startsIn: 1, endsIn: 2 });
		expect(refusal(await vote(kim, { ranking: early.key, artist: early.artistIds[0] }))).toEqual([
			400,
			'ranking_not_open',
			'Voting has not started yet',
		]);
		const held = await aContest(site.owner, 'held');
		await sql`insert into ranking_pause (ranking_id, reason) values (${held.rankingId}, 'a test')`.run(site.owner);
		expect(refusal(await vote(kim, { ranking: held.key, artist: held.artistIds[0] })).slice(0, 2)).toEqual([
			400,
			'ranking_paused',
		]);

		const endsAt = new Date(Date.now() + 86_400_000);
		const exact = await aContest(site.owner, 'exact', { endsAt });
		const asked = { ranking: exact.key, artist: exact.artistIds[0] };
		try {
			await site.clock.set(new Date(endsAt.getTime() - 1));
			expect((await vote(kim, asked)).status).toBe(200);
			await site.clock.set(endsAt);
			expect(refusal(await vote(kim, asked)).slice(0, 2)).toEqual([400, 'ranking_closed']);
		} finally {
			await site.clock.run();
		}
	});

	it('beyond the cap that a ranking sets for one fan, and alone: a smaller vote still fits', async () => {
		const capped = await aContest(site.owner, 'capped', { cap: 10 });
		const lou = await aPerson(site.owner, 'lou', { earned: 1000 });
		const asked = { ranking: capped.key, artist: capped.artistIds[0] };
		expect((await vote(lou, { ...asked, votes: 7 })).status).toBe(200);
		expect(refusal(await vote(lou, { ...asked, votes: 4 })).slice(0, 2)).toEqual([400, 'vote_cap_reached']);
		expect((await vote(lou, { ...asked, votes: 3 })).status).toBe(200);
	});

	it('without a token, with a dead one, before registration, when suspended, in debt', async () => {
		const ghost: Person = { name: 'ghost', token: 'x'.repeat(43), tokenHash: Buffer.alloc(32), fanId: 1 };
		expect(refusal(await vote(ghost))).toEqual([401, 'sign_in_required', 'Please log in']);
		const max = await aPerson(site.owner, 'max', { earned: 100, registered: false });
		expect(refusal(await vote(max)).slice(0, 2)).toEqual([403, 'registration_required']);
		const ned = await aPerson(site.owner, 'ned', { earned: 100, suspended: true });
		expect(refusal(await vote(ned)).slice(0, 2)).toEqual([403, 'account_suspended']);
		const ola = await aPerson(site.owner, 'ola', { earned: 10, debt: 50 });
		expect(refusal(await vote(ola)).slice(0, 2)).toEqual([400, 'wallet_in_debt']);
	});

	it('on a session that was ended elsewhere a moment ago, and charges nothing', async () => {
		const rio = await aPerson(site.owner, 'rio', { earned: 100 });
		expect((await vote(rio)).status).toBe(200);
		await sql`update session set revoked_at = lightstick_now() where token_hash = ${rio.tokenHash}`.run(site.owner);
		expect(refusal(await vote(rio)).slice(0, 2)).toEqual([401, 'sign_in_required']);
		const [wallet] = await site.db.query({ text: 'select earned from wallet where fan_id = $1', values: [rio.fanId] });
		expect(wallet).toEqual({ earned: 90 });
	});

	it('when the request is no proper one, each with its own code', async () => {
		const pia = await aPerson(site.owner, 'pia', { earned: 100 });
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
		expect(await send(JSON.stringify({ padding: 'x'.repeat(65 * 1024) }), 'application/json')).toEqual([
			413,
			'body_too_large',
		]);
		expect(await send('{"artist_id":1}', 'application/json')).toEqual([400, 'invalid_votes']);
	});

	it('once a fan asks faster than 20 times a second with a burst of 250', async () => {
		const strict = await openSite({ database: site });
		const quin = await aPerson(site.owner, 'quin', { earned: 0 });
		const answers = await Promise.all(
			Array.from({ length: 300 }, () =>
				strict.ask({
					path: `/rankings/vote/${contest.key}`,
					token: quin.token,
					body: { artist_id: contest.artistIds[0], ticket_number: 1 },
				}),
			),
		);
		const limited = answers.filter(({ status }) => status === 429);
		expect(limited.length).toBeGreaterThan(0);
		expect(limited.length).toBeLessThanOrEqual(50);
		expect(limited[0]?.body.error).toBe('too_many_requests');
		expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
		await strict.close();
	});
});
