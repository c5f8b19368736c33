/** Many requests for little: what they cost, when they are refused, how processes share that, and what the log says. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certifyRanking, closeEnded } from '#server/rankings/closing/closing.ts';
import { type Database, sql } from '#server/kernel/database.ts';
import { securityEvents, type SecurityEvent } from '#server/http/security-events.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { holdProcessClock } from '../../fixtures/process-clock.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { canRunRedis, startRedis } from '../../fixtures/processes/real-redis.ts';
import { aTinyRedis } from '../../fixtures/processes/tiny-redis.ts';
import { aBrowser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';
import { type Ask, beforeTests, dataOf, openSite, type Site } from '../../fixtures/site/site.ts';
import { getAllTimeRanking, getChart, getEndedRankings, inviteOperator } from '../../fixtures/site/calls.ts';

const ENDED = 1_100;
let statements = 0;

const database = beforeTests(copyDatabase);
const counted = (db: Database): Database => ({
	...db,
	query: (statement) => {
		statements += 1;
		return db.query(statement);
	},
});
const site = beforeTests(() => openSite({ pages: true, database: { ...database, db: counted(database.db) } }));

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
	const before = statements;
	await work();
	return statements - before;
}

it('a flood of addresses that do not exist is answered with one page that was made once, and costs the database nothing', async () => {
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

it('readiness is looked into once a second, however many balancers ask', async () => {
	const cost = await statementsOf(async () => {
		for (let times = 0; times < 60; times += 1) {
			expect((await site.app.inject('/readyz')).json()).toMatchObject({ degraded: [] });
		}
	});
	expect(cost).toBeGreaterThan(0);
	expect(cost).toBeLessThan(20);
});

it('readiness tells of a store of pictures that is away, and stays what it is', async () => {
	const env = { MEDIA_S3_BUCKET: 'pictures', MEDIA_S3_ACCESS_KEY_ID: 'a', MEDIA_S3_SECRET_ACCESS_KEY: 'b' };
	const poor = await openSite({ database, env: { ...env, MEDIA_S3_ENDPOINT: 'http://127.0.0.1:9' } });
	const before = (await poor.app.inject('/readyz')).statusCode;
	const url = `/media/${'a'.repeat(32)}/96.webp`;
	expect((await poor.app.inject(url)).json()).toMatchObject({ code: 503, error: 'pictures_unavailable' });
	const after = await poor.app.inject('/readyz');
	const degraded = ['the store of pictures does not answer as it should'];
	expect([after.statusCode, after.json()]).toMatchObject([before, { degraded }]);
	await poor.close();
});

describe('lists of rankings', () => {
	beforeAll(async () => {
		const { owner } = database;
		const endsAt = new Date(Date.now() - 40 * 86_400_000);
		const certified = await aContest(owner, 'certified', { endsAt, startsIn: -70 });
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

const LIMIT = 30;

const openProcess = (REDIS_URL: string, env: Record<string, string>, onLog?: (line: string) => void) =>
	openSite({ database, env: { REDIS_URL, ...env }, ...(onLog ? { onLog } : {}) });

/** Asks until the process refuses, and returns how often it was asked before. */
async function letThrough(of: Site, request: Ask = { path: '/nowhere' }): Promise<number> {
	let asked = 0;
	while ((await of.ask(request)).status !== 429 && asked <= LIMIT) asked += 1;
	return asked;
}

/** The clock of a test's database is no shipped one, so it is never ready. */
const degraded = async (of: Site): Promise<string[]> =>
	(await of.app.inject('/readyz')).json<{ degraded: string[] }>().degraded;

const servers = [
	{ name: 'a stand-in', start: aTinyRedis },
	...((await canRunRedis()) ? [{ name: 'a real server', start: startRedis }] : []),
];

describe.each(servers)('processes with $name', ({ start }) => {
	it.each(['READS_PER_MINUTE', 'MONEY_PER_MINUTE'])('share %s, and not with another site', async (name) => {
		const redis = await start();
		const env = { [name]: String(LIMIT) };
		const neighborhood = { ...env, PUBLIC_URL: 'http://localhost:4000' };
		const [one, other, neighbor] = await Promise.all(
			[env, env, neighborhood].map((its) => openProcess(redis.url, its)),
		);
		if (!one || !other || !neighbor) throw new Error('No process');
		const { token } = await aPerson(database.owner, `${name} ${redis.url}`);
		const order = { path: '/orders/create', token, body: { goods_id: 1 } };
		const request = name === 'MONEY_PER_MINUTE' ? order : undefined;
		for (const each of [one, other, neighbor]) await expect.poll(() => degraded(each)).toEqual([]);
		expect(await letThrough(one, request)).toBe(LIMIT);
		expect(await letThrough(other, request)).toBe(0);
		expect(await letThrough(neighbor, request)).toBe(LIMIT);
		await Promise.all([one, other, neighbor].map((each) => each.close()));
		await redis.stop();
	});
});

it('a site starts, serves and counts without Redis, and with one that hangs or is full, says so, and shares again', async () => {
	const redis = await aTinyRedis();
	await redis.stop();
	const logged: string[] = [];
	const lone = await openProcess(redis.url, { READS_PER_MINUTE: String(LIMIT) }, (line) => void logged.push(line));
	const contest = await aContest(database.owner, 'november');
	const fan = await aPerson(database.owner, 'a voter', { earned: 100 });
	const vote = () => lone.castVote(fan, contest);
	expect([(await lone.app.inject('/')).statusCode, (await vote()).status]).not.toContain(500);
	expect((await vote()).status).toBe(200);
	const isAway = [expect.stringContaining('Redis does not answer')];
	await expect.poll(() => degraded(lone)).toEqual(isAway);
	expect(await letThrough(lone)).toBeLessThanOrEqual(LIMIT);
	expect((await vote()).status).toBe(200);
	await redis.start();
	await expect.poll(() => degraded(lone)).toEqual([]);
	for (const mood of ['hangs', 'full'] as const) {
		redis.mood = mood;
		// Counted by this process, whose count is full.
		expect((await lone.ask({ path: '/nowhere' })).status).toBe(429);
		await expect.poll(() => degraded(lone)).toEqual(isAway);
		redis.mood = 'answers';
		await expect.poll(async () => [await lone.ask({ path: '/nowhere' }), await degraded(lone)][1]).toEqual([]);
	}
	expect(logged.filter((line) => line.includes('limits are counted in each process'))).toHaveLength(3);
	await lone.close();
	await redis.stop();
});

describe('security events', () => {
	let lines: string[] = [];
	const logging = beforeTests(() => openSiteWithSignOn({ onLog: (line) => void lines.push(line) }));
	beforeEach(() => void (lines = []));

	const count = (event: SecurityEvent) => logging.app.securityEvents.counts()[event];
	const linesOf = (event: SecurityEvent) =>
		lines
			.map((line): Record<string, unknown> => JSON.parse(line))
			.filter((line) => line['security_event'] === event)
			.map(({ call, slug, actor }) => ({ call, slug, actor }));

	it('of a fan who signs in, and one who does not, are counted and named by number only', async () => {
		await aBrowser(logging).signIn('google', { person: 'new-fan' });
		const browser = aBrowser(logging);
		await browser.comeBack(await browser.visitProvider('google', { cancel: 'yes' }));
		expect([count('sign_in'), count('sign_in_failed')]).toEqual([1, 1]);
		const call = '/api/v1/login/callback/:provider';
		expect(linesOf('sign_in')).toEqual([{ call, slug: undefined, actor: expect.stringMatching(/^fan:\d+$/) }]);
		expect(linesOf('sign_in_failed')).toEqual([{ call, slug: 'sign_in_failed', actor: undefined }]);
		expect(lines.join('')).not.toMatch(/dana|mail\.example|127\.0\.0\.1/i);
	});

	it('of a fan without a session, and of one who has not registered', async () => {
		await logging.ask({ path: '/rankings/vote/november', token: 'secret-guess', body: {} });
		const call = '/api/v1/rankings/vote/:ranking_key';
		expect(linesOf('unauthorized')).toEqual([{ call, slug: 'sign_in_required', actor: undefined }]);
		const { token } = await logging.fan('new', { registered: false });
		await logging.ask({ path: '/user/me/votes', token });
		expect(linesOf('forbidden')).toMatchObject([{ slug: 'registration_required' }]);
		expect(lines.join('')).not.toContain('secret-guess');
	});

	it('count an operator at every door that stays shut, and at the way in', async () => {
		const editor = await logging.operator('editor');
		const owner = await logging.operator('owner', { steppedUp: false });
		const path = inviteOperator.path;
		const body = { email: 'guess@mail.example', role: 'viewer' };
		const invite = (cookie: string, headers = {}) =>
			logging.ask({ method: 'POST', path, body, headers: { cookie, ...headers } });
		const fromConsole = { 'x-lightstick-console': '1', 'idempotency-key': 'k'.repeat(22) };
		await invite(owner.cookie);
		await invite(editor.cookie, fromConsole);
		await invite(owner.cookie, fromConsole);
		await invite('lightstick-console=guess', fromConsole);
		expect(linesOf('console_header_missing')).toHaveLength(1);
		expect(linesOf('forbidden')).toMatchObject([{ slug: 'forbidden' }]);
		expect(linesOf('step_up_refused')).toMatchObject([{ slug: 'passkey_missing' }]);
		expect(linesOf('unauthorized')).toHaveLength(1);
		expect(lines.join('')).not.toContain('guess@mail.example');
		await logging.ask({ path: '/console/login/callback/google?state=guess' });
		expect(linesOf('operator_sign_in_failed')).toMatchObject([{ slug: 'sign_in_expired' }]);
	});

	it('tell a flood by its number, not by its lines', async () => {
		const told: object[] = [];
		const events = securityEvents({ info: (facts: object) => void told.push(facts), warn: () => undefined });
		for (let times = 0; times < 1_000; times += 1) events.note('unauthorized');
		expect(told).toHaveLength(5);
		events.summarize();
		expect(told.at(-1)).toEqual({ security_events: { unauthorized: 1_000 } });
		events.summarize();
		expect(told).toHaveLength(6);
		events.note('unauthorized');
		expect(told).toHaveLength(7);
		expect(events.counts().unauthorized).toBe(1_001);
	});
});
