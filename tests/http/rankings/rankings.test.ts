/** Charts over HTTP: what stands where, what is shared, and what the clock changes. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { prepareNextMonth } from '#server/rankings/operator/rankings.ts';
import { takeSnapshots } from '#server/rankings/charts/derived.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests, dataOf, openSite } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const site = beforeTests(() => openSite());
afterEach(() => site.clock.run());

async function chartOf(key: string, after?: string): Promise<calls.Chart> {
	const answer = await site.ask({ path: `/rankings/detail?ranking_key=${key}${after ? `&after=${after}` : ''}` });
	expect(answer.status).toBe(200);
	return dataOf(calls.getChart, answer);
}

/** Votes as a new fan and reads the chart that includes it. */
async function voteAndRead(key: string, artistId: number | undefined, votes: number): Promise<calls.Chart> {
	const fan = await site.fan('a voter', { earned: votes * 10 });
	const answer = await site.castVote(fan, { key, artistIds: [artistId ?? 0] }, { tickets: votes });
	expect(answer.body.message).toBe('ok');
	return chartOf(key, dataOf(calls.castVote, answer).chart_version);
}

it('a chart says what the contract says, and ranks by tickets, then by who came first, then by id', async () => {
	const { key, artistIds } = await site.contest('order');
	const [a, b, c, d] = artistIds;
	await voteAndRead(key, c, 5);
	await voteAndRead(key, b, 5);
	const read = await voteAndRead(key, d, 9);
	expect(read.artist_list.map(({ artist_id, rank, tickets }) => [artist_id, rank, tickets])).toEqual([
		[d, 1, 9],
		[c, 2, 5],
		[b, 3, 5],
		[a, 4, 0],
	]);
	expect(read.total_tickets).toBe(19);
	expect(read.ranking_config).toMatchObject({ status: 'ongoing', stage: 'open', ticket2gem_ratio: 10 });
	expect(read.ranking_config.end_countdown).toBeGreaterThan(9 * 86_400);
});

it('a chart refuses to wait for what is not the version of a vote', async () => {
	const { key } = await site.contest('no-version');
	for (const after of ['', '748', '3.', '03.1', '3.0', '3.1,5.2', '100.1', `3.${'9'.repeat(17)}`, '3.1e9', '-1']) {
		const answer = await site.ask({ path: `/rankings/detail?ranking_key=${key}&after=${after}` });
		expect([after, answer.status, answer.body.error]).toEqual([after, 400, 'invalid_request']);
	}
	expect((await chartOf(key)).chart_version).toBe('0');
	await chartOf(key, '0');
	await chartOf(key, '3.1');
});

it('an ended ranking is provisional through its review, then certified and unchangeable', async () => {
	const { key, artistIds, rankingId } = await site.contest('reviewed', { endsIn: 1 });
	await voteAndRead(key, artistIds[2], 7);
	const end = Date.now() + 86_400_000;
	const path = '/rankings/ended-rankings-profile?page=1&limit=10000&ranking_type=monthly';
	const listed = async () =>
		dataOf(calls.getEndedRankings, await site.ask({ path })).list.find((ranking) => ranking.ranking_key === key);
	const first = { artist_id: artistIds[2], tickets: 7 };
	await site.clock.set(new Date(end + 60_000));
	await closeAndCertify(site.db);
	expect(await listed()).toMatchObject({ stage: 'closed', top_artists: [first, {}, {}] });
	await site.clock.set(new Date(end + 26 * 3_600_000));
	await closeAndCertify(site.db);
	await expect.poll(listed, { timeout: 5_000 }).toMatchObject({ stage: 'certified', artist_count: 4 });
	await site.owner.query({ text: 'update tally set tickets = 1 where ranking_id = $1', values: [rankingId] });
	expect((await chartOf(key)).artist_list[0]).toMatchObject(first);
	await site.owner.query({ text: 'update tally set tickets = 7 where ranking_id = $1', values: [rankingId] });
});

describe('the months', () => {
	const own = beforeTests(openSite);

	it('follow each other: the next one is made a week ahead, once, and becomes the current one at midnight in Seoul', async () => {
		const read = async () => dataOf(calls.getSite, await own.ask({ path: '/configurations/site' }));
		const seoul = (day: string) => new Date(`${day}+09:00`);
		await own.clock.set(seoul('2026-11-10T12:00'));
		const november = { startsAt: seoul('2026-11-01T00:00'), endsAt: seoul('2026-12-01T00:00'), tab: 'solo' };
		await own.contest('monthly-2026-11', november);
		expect(await prepareNextMonth(own.db)).toBeNull();
		await own.clock.set(seoul('2026-11-24T00:00'));
		expect(await prepareNextMonth(own.db)).toBe('monthly-2026-12');
		expect(await prepareNextMonth(own.db)).toBeNull();
		const published = { action: 'ranking.publish', operatorId: null };
		expect(await own.trail('ranking:monthly-2026-12')).toMatchObject([published]);
		const toldOf = async () => {
			const { attention } = await (await own.operator('editor')).data(calls.getDashboard);
			return attention.filter(({ kind }) => kind === 'ranking_published_by_site').map(({ target }) => target);
		};
		expect(await toldOf()).toEqual(['monthly-2026-12']);
		await own.clock.set(seoul('2026-11-30T23:59:59.900'));
		expect(await read()).toMatchObject({ current_monthly_rank_key: 'monthly-2026-11' });
		await own.clock.set(seoul('2026-12-01T00:00'));
		const december = await read();
		expect(await toldOf()).toEqual([]);
		expect(december.current_monthly_rank_key).toBe('monthly-2026-12');
		expect(december.rank_entry_configs[0]).toMatchObject({
			rank_key: 'monthly-2026-12',
			title: 'December 2026 Monthly',
			status: 'ongoing',
			period: { end_time: seoul('2027-01-01T00:00').getTime() / 1000 },
		});
		expect(december.rank_entry_configs[0]?.top3).toHaveLength(3);
	});
});

describe('rankings that span others', () => {
	const special = async (name: string) => {
		const answer = await site.ask({ path: `/rankings/${name}` });
		expect(answer.status).toBe(200);
		return dataOf(calls.getAllTimeRanking, answer).artist_list;
	};

	it('count all monthly rankings together for all time', async () => {
		const first = await site.contest('first-month');
		const [a, b] = first.artistIds;
		await voteAndRead(first.key, a, 300);
		await voteAndRead(first.key, b, 200);
		const second = await site.contest('second-month');
		await sql`insert into ranking_entry (ranking_id, artist_id) values (${second.rankingId}, ${b})`.run(site.owner);
		await voteAndRead(second.key, b, 150);
		const list = await special('all-time-ranking');
		expect(list.slice(0, 2)).toMatchObject([
			{ artist_id: b, rank: 1, tickets: 350 },
			{ artist_id: a, rank: 2, tickets: 300 },
		]);
	});

	it('show music by the last 24 hours, and by what came last', async () => {
		const songs = await site.contest('songs', { type: 'theme', artists: ['Low Tide', 'Glasshouse'] });
		const [tide, glass] = songs.artistIds;
		await voteAndRead(songs.key, tide, 90);
		await site.clock.set(new Date(Date.now() - 26 * 3_600_000));
		await takeSnapshots(site.db);
		await site.clock.run();
		await voteAndRead(songs.key, glass, 20);
		await voteAndRead(songs.key, tide, 5);
		expect(await special('hot-music-ranking')).toMatchObject([
			{ artist_id: glass, tickets: 20 },
			{ artist_id: tide, tickets: 5 },
		]);
		await sql`update ranking_entry set entered_at = entered_at + interval '1 hour'
			where artist_id = ${tide}`.run(site.owner);
		expect(await special('new-music-ranking')).toMatchObject([
			{ artist_id: tide, rank: 1, tickets: 95 },
			{ artist_id: glass, rank: 2, tickets: 20 },
		]);
	});
});

it('an artist is shown with the place in the current month, and 404 when there is none', async () => {
	const { key, artistIds } = await site.contest('monthly-now', { startsIn: -0.5 });
	await voteAndRead(key, artistIds[1], 4);
	const found = await site.ask({ path: `/artists/detail/${artistIds[0]}` });
	expect(found.body.data).toMatchObject({
		artist: { en_name: 'Ayu Bara', age: expect.any(Number) },
		rank_info: { rank: 2, ticket_number: 0, above: { rank: 1, tickets: 4 }, is_ongoing: true },
	});
	const statusOf = async (id: string) => (await site.ask({ path: `/artists/detail/${id}` })).status;
	// Together too, though they share what is read.
	expect(await Promise.all(['999999', '999999', '99999999999', '0', 'x'].map(statusOf))).toEqual([
		404, 404, 400, 400, 400,
	]);
});

describe('reads that everybody shares', () => {
	const contest = beforeTests(() => site.contest('shared-by-all', { tab: 'solo' }));
	const artist = () => `/artists/detail/${contest.artistIds[0]}`;

	it('are packed, tagged, and answered with nothing when nothing is new', async () => {
		for (const path of ['/configurations/site', '/configurations/banners', artist(), '/news/latest-list']) {
			const whole = await site.ask({ path });
			expect([path, whole.status]).toEqual([path, 200]);
			expect(whole.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+$/);
			const packed = await site.app.inject({ url: `/api/v1${path}`, headers: { 'accept-encoding': 'br' } });
			expect([path, packed.headers['content-encoding'], packed.headers.vary]).toEqual([path, 'br', 'accept-encoding']);
			const etag = String(whole.headers.etag);
			const again = await site.ask({ path, headers: { 'if-none-match': etag } });
			expect([path, again.status, again.text]).toEqual([path, 304, '']);
		}
	});

	it('say at once what has changed, also to many who ask together', async () => {
		const path = artist();
		const before = await site.ask({ path });
		await sql`update artist set en_name = ${'Renamed'} where artist_id = ${contest.artistIds[0]}`.run(site.owner);
		const answers = await Promise.all(Array.from({ length: 50 }, () => site.ask({ path })));
		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
		expect(answers[0]?.text).toContain('Renamed');
		expect(answers[0]?.headers.etag).not.toBe(before.headers.etag);
	});
});

interface Listed {
	artist_id: number;
	hidden?: boolean;
}

it('a result keeps an artist whom operators hid after the ranking, and says that there is no page, certified too', async () => {
	const contest = await site.contest('past', { startsIn: -20, endsIn: -10, type: 'birthday' });
	const [artistId] = contest.artistIds;
	await sql`update artist set hidden_at = now() where artist_id = ${artistId}`.run(site.owner);
	const expectToKeep = async () => {
		const detail = await site.ask({ path: '/rankings/detail?ranking_key=past' });
		const profile = await site.ask({ path: '/rankings/ended-rankings-profile?ranking_type=birthday' });
		const lists: Listed[][] = [
			(detail.body.data as { artist_list: Listed[] }).artist_list,
			(profile.body.data as { list: { top_artists: Listed[] }[] }).list[0]?.top_artists ?? [],
		];
		for (const list of lists) {
			expect(list.length).toBeGreaterThanOrEqual(3);
			for (const { artist_id, hidden } of list)
				expect([artist_id, hidden]).toEqual([artist_id, artist_id === artistId ? true : undefined]);
		}
		expect((await site.ask({ path: `/artists/detail/${artistId}` })).status).toBe(404);
	};
	await expectToKeep();
	await closeAndCertify(site.owner);
	await expectToKeep();
});
