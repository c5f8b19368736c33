/** Many requests for little: what they cost the database, and when they are refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { getAllTimeRanking, getChart, getEndedRankings } from '#contract/rankings.ts';
import { certifyRanking, closeEnded } from '#server/rankings/closing/closing.ts';
import { type Database, sql } from '#server/kernel/database.ts';
import { buildWhenStale } from '../../../scripts/lib/steps.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { holdProcessClock } from '../../fixtures/process-clock.ts';
import { dataOf, openSite } from '../../fixtures/site/site.ts';

const ENDED = 1_100;
let statements = 0;

beforeAll(() => buildWhenStale());
const database = beforeTests(copyDatabase);
const counted = (db: Database): Database => ({
	...db,
	query: (statement) => {
		statements += 1;
		return db.query(statement);
	},
});
const site = beforeTests(() => openSite({ database: { ...database, db: counted(database.db) } }));

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
	const before = statements;
	await work();
	return statements - before;
}

describe('a flood of addresses that do not exist', () => {
	it('is answered with one page that was made once, and costs the database nothing', async () => {
		// Until the thread that renders pages has started, each is sent unrendered.
		const body = async () => (await site.app.inject('/nowhere')).body;
		await expect.poll(body).toContain('PAGE NOT FOUND');
		holdProcessClock();
		const first = await site.app.inject('/nowhere');
		expect([first.statusCode, first.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
		const cost = await statementsOf(async () => {
			for (let page = 0; page < 100; page += 1) {
				const answer = await site.app.inject(`/nowhere/${page}`);
				expect([answer.statusCode, answer.body === first.body]).toEqual([404, true]);
			}
		});
		expect(cost).toBe(0);
		const packed = await site.app.inject({ url: '/nowhere', headers: { 'accept-encoding': 'gzip, br' } });
		expect(packed.headers['content-encoding']).toBe('br');
	});

	it('is refused beyond the limit of its address, for pages, calls and files', async () => {
		const strict = await openSite({ database, env: { READS_PER_MINUTE: '3' } });
		const ask = async (url: string, from: string) => {
			const answer = await strict.app.inject({ url, remoteAddress: from });
			return answer.statusCode;
		};
		for (const url of ['/nowhere', '/api/v1/nowhere', '/nothing.js']) {
			const from = `203.0.113.${url.length}`;
			const answers = [await ask(url, from), await ask(url, from), await ask(url, from), await ask(url, from)];
			expect([url, ...answers]).toEqual([url, 404, 404, 404, 429]);
		}
		expect(await ask('/nowhere', '198.51.100.1')).toBe(404);
		// A household has as many IPv6 addresses as it likes, and one limit.
		for (const n of [1, 2, 3]) expect(await ask('/nowhere', `2001:db8::${n}`)).toBe(404);
		expect(await ask('/nowhere', '2001:db8::4')).toBe(429);
		expect(await ask('/nowhere', '2001:db8:0:1::4')).toBe(404);
		await strict.close();
	});
});

describe('readiness', () => {
	it('is looked into once a second, however many balancers ask', async () => {
		const cost = await statementsOf(async () => {
			for (let times = 0; times < 60; times += 1) {
				expect((await site.app.inject('/readyz')).json()).toMatchObject({ degraded: [] });
			}
		});
		expect(cost).toBeGreaterThan(0);
		expect(cost).toBeLessThan(20);
	});

	it('tells of a store of pictures that is away, and stays what it is', async () => {
		const env = { MEDIA_S3_BUCKET: 'pictures', MEDIA_S3_ACCESS_KEY_ID: 'a', MEDIA_S3_SECRET_ACCESS_KEY: 'b' };
		const poor = await openSite({ database, env: { ...env, MEDIA_S3_ENDPOINT: 'http://127.0.0.1:9' } });
		const before = (await poor.app.inject('/readyz')).statusCode;
		const url = `/media/${'a'.repeat(32)}/96.webp`;
		expect((await poor.app.inject(url)).json()).toMatchObject({ code: 503, error: 'pictures_unavailable' });
		const after = await poor.app.inject('/readyz');
		expect([after.statusCode, after.json()]).toMatchObject([
			before,
			{ degraded: ['the store of pictures does not answer as it should'] },
		]);
		await poor.close();
	});
});

describe('lists of rankings', () => {
	beforeAll(async () => {
		const { owner } = database;
		const certified = await aContest(owner, 'certified', {
			endsAt: new Date(Date.now() - 40 * 86_400_000),
			startsIn: -70,
		});
		const { rankingId } = await aContest(owner, 'in-review', { startsIn: -30, endsAt: new Date(Date.now() - 60_000) });
		await sql`insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at)
				select ranking_id, artist_id, slot, 10 * (artist_id % 3) + slot, now() from ranking_entry, generate_series(0, 1) slot
				where hidden_at is null`.run(owner);
		await sql`update ranking_entry set hidden_at = now() where ranking_id = ${rankingId}
				and artist_id = (select min(artist_id) from ranking_entry where ranking_id = ${rankingId})`.run(owner);
		await closeEnded(database.db);
		await certifyRanking(database.db, certified.rankingId);
		// As once its log has ended: until then a certified chart is read again like a live one.
		await sql`update standing set log_size = 0 where ranking_id = ${certified.rankingId}`.run(owner);
		await sql`insert into ranking (ranking_key, ranking_type, title, starts_at, ends_at, gems_per_vote)
				select 'old-' || n, 'theme', 'Old', now() - make_interval(days => n + 60), now() - make_interval(days => n + 50), 10
				from generate_series(1, ${ENDED}) n`.run(owner);
	});

	const ended = async (query = 'page=1&limit=10000') =>
		dataOf(getEndedRankings, await site.ask({ path: `/rankings/ended-rankings-profile?${query}` }));

	it('show the first three of each ended one as its chart does, certified or in review', async () => {
		const { list, total } = await ended();
		expect(total).toBe(ENDED + 2);
		for (const key of ['certified', 'in-review']) {
			const chart = dataOf(getChart, await site.ask({ path: `/rankings/detail?ranking_key=${key}` }));
			const listed = list.find((ranking) => ranking.ranking_key === key);
			expect([key, listed?.stage]).toEqual([key, key === 'certified' ? 'certified' : 'closed']);
			expect(listed?.top_artists).toEqual(chart.artist_list.slice(0, 3));
		}
		expect((await ended('page=2&limit=5')).list).toEqual(list.slice(5, 10));
	});

	it('of more than a thousand cost a few statements a second, whatever pages are asked for', async () => {
		const chart = async () => dataOf(getChart, await site.ask({ path: '/rankings/detail?ranking_key=certified' }));
		// As once its log has ended: until then a certified chart is read again like a live one.
		await sql`insert into vote_log (ranking_id, size, ranking_version, entries_version, rules, certified_at)
				select ranking_id, 9, 1, 1, '', now() from ranking where ranking_key = 'certified'
				on conflict (ranking_id) do update set size = 9, certified_at = now()`.run(database.owner);
		await expect.poll(async () => (await chart()).log_size).toBe(9);
		const cost = await statementsOf(async () => {
			for (let limit = 1; limit <= 60; limit += 1) await ended(`page=1&limit=${limit}`);
		});
		// Two statements each time that it is read, at most once a second.
		expect(cost).toBeLessThan(60);
		// And no chart was driven out.
		expect(await statementsOf(chart)).toBe(0);
	});

	it('that span others are summed once for everybody, whatever page they ask for', async () => {
		const allTime = async (query: string) =>
			dataOf(getAllTimeRanking, await site.ask({ path: `/rankings/all-time-ranking?${query}` })).artist_list;
		const whole = await allTime('page=1&limit=100');
		expect(whole.map(({ rank }) => rank)).toEqual(whole.map((_, index) => index + 1));
		const cost = await statementsOf(async () => {
			for (let page = 1; page <= 40; page += 1) {
				expect(await allTime(`page=${page}&limit=2`)).toEqual(whole.slice(2 * page - 2, 2 * page));
			}
		});
		expect(cost).toBeLessThan(20);
	});
});
