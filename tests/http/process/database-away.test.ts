/** The database dies under a running site: charts, configuration and pages go on from what was known, and say so. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import { sql } from '#server/kernel/database.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { startOwnServer } from '../../fixtures/database/own-server.ts';
import { beforeTests, dataOf, openSite } from '../../fixtures/site/site.ts';
import { getChart, getSite, getStatus } from '../../fixtures/site/calls.ts';

const CHART = '/rankings/detail?ranking_key=november';
const CONFIGURATION = '/configurations/site';
const SHARED = [
	CONFIGURATION,
	'/configurations/banners',
	'/news/latest-list',
	'/rankings/list',
	'/rankings/all-time-ranking',
	'/rankings/ended-rankings-profile',
	'/rankings/hot-music-ranking',
	'/rankings/new-music-ranking',
];

/** What was read last is shown for ten minutes: the ranking ends before that. */
const MINUTES_LEFT = 5;

const server = beforeTests(startOwnServer);
const owner = beforeTests(async () => openDatabase(server.url, { role: null, max: 2 }));
const db = beforeTests(async () => openDatabase(server.url, { max: 4 }));
beforeAll(async () => {
	await aContest(owner, 'november', { tab: 'solo', endsIn: MINUTES_LEFT / (24 * 60) });
	await sql`insert into incident (title, parts, state, started_at)
			values ('The disk is noisy', '{voting}', 'investigating', lightstick_now())`.run(owner);
});
afterAll(() => void vi.restoreAllMocks());
const nothing = () => Promise.resolve();
const site = beforeTests(() => {
	const database = { url: server.url, db, owner, clock: { set: nothing, run: nothing }, drop: nothing };
	return openSite({ database, listens: true });
});
beforeAll(async () => {
	for (const path of [CHART, '/artists/detail/1', ...SHARED]) {
		expect([path, (await site.ask({ path })).status]).toEqual([path, 200]);
	}
	for (const page of ['/', '/leader-board', '/nowhere', '/status']) await site.app.inject(page);
});

const ofBefore = ({ age, warning }: Record<string, unknown>) => [
	age === undefined ? 'of now' : Number(age) >= 0 && 'of before',
	typeof warning === 'string' ? warning : '',
];

describe('while the database is away', () => {
	let version = '';
	let before: string;

	it('a chart is shown as it was counted last, and says of when it is, by router and from memory', async () => {
		const healthy = await site.ask({ path: CHART });
		expect(ofBefore(healthy.headers)).toEqual(['of now', '']);
		const chart = dataOf(getChart, healthy);
		expect(chart.as_of).toBeUndefined();
		version = chart.chart_version;
		before = JSON.stringify(chart.artist_list);

		await server.kill();
		await expect.poll(async () => dataOf(getChart, await site.ask({ path: CHART })).as_of).toBeTypeOf('number');
		const shown = await site.ask({ path: CHART });
		expect(JSON.stringify(dataOf(getChart, shown).artist_list)).toBe(before);
		expect(dataOf(getChart, shown).ranking_config.status).toBe('ongoing');
		expect(ofBefore(shown.headers)).toEqual(['of before', expect.stringMatching(/^110 - "Shown as of .* GMT"$/)]);

		const quick = await fetch(`${site.address}/api/v1${CHART}`);
		expect([quick.status, quick.headers.get('warning')]).toEqual([200, shown.headers['warning']]);
		const stream = await fetch(`${site.address}/api/v1/rankings/live?ranking_key=november`);
		const { value } = await (stream.body?.getReader().read() ?? Promise.reject(new Error('no body')));
		expect(stream.status).toBe(200);
		expect(Buffer.from(value ?? []).toString()).toContain('retry:');
	});

	it('a voter is never shown a chart from before the vote as if it held it', async () => {
		const answer = await site.ask({ path: `${CHART}&after=0.1000` });
		expect([answer.status, answer.body.error]).toEqual([503, 'busy']);
		const known = await site.ask({ path: `${CHART}&after=${version}` });
		expect(known.status).toBe(200);
	});

	it('configuration, lists, artists and pages are answered too', async () => {
		for (const path of [...SHARED, '/artists/detail/1']) {
			// Some may be a few seconds old at any time.
			const answer = async () => {
				const { status, headers } = await site.ask({ path });
				return [path, status, ...ofBefore(headers)];
			};
			await expect.poll(answer).toEqual([path, 200, 'of before', expect.stringContaining('Shown as of')]);
		}
		for (const page of ['/', '/leader-board?main_tab=solo']) {
			const answer = await site.app.inject(page);
			expect([page, answer.statusCode, answer.body]).toEqual([page, 200, expect.stringContaining('"as_of":')]);
		}
		expect((await site.app.inject('/nowhere')).statusCode).toBe(404);
	});

	it('the status page says so, and keeps the incidents that it knew', async () => {
		const answer = await site.ask({ path: '/status' });
		expect(answer.status).toBe(200);
		const { health, voting, open_incidents: open, incidents_as_of: asOf } = dataOf(getStatus, answer);
		expect([health, voting.health]).toEqual(['interrupted', 'interrupted']);
		expect(open.map(({ title }) => title)).toEqual(['The disk is noisy']);
		expect(asOf).toBeTypeOf('number');
		const page = await site.app.inject('/status');
		expect([page.statusCode, page.body.includes('The site is interrupted')]).toEqual([200, true]);
		expect((await site.app.inject('/')).body).toContain('<a id="notice"');
	});

	it('readiness says so', async () => {
		const ready = await site.app.inject('/readyz');
		expect([ready.statusCode, ready.json()]).toMatchObject([503, { status: 'not ready' }]);
	});

	it('a ranking that has ended meanwhile is not shown as ongoing', async () => {
		const status = async () => dataOf(getChart, await site.ask({ path: CHART })).ranking_config.status;
		expect(await status()).toBe('ongoing');
		// The process's own clock: the database's cannot be read.
		const now = performance.now.bind(performance);
		vi.spyOn(performance, 'now').mockImplementation(() => now() + MINUTES_LEFT * 60_000);
		await expect.poll(status).toBe('ended');
		const configuration = dataOf(getSite, await site.ask({ path: CONFIGURATION }));
		expect(configuration.rank_entry_configs.map((entry) => entry.status)).toEqual(['ended']);
	});
});

it('once the database is back, everything is of now again', async () => {
	await server.restart();
	await expect.poll(async () => dataOf(getChart, await site.ask({ path: CHART })).as_of).toBeUndefined();
	await expect.poll(async () => ofBefore((await site.ask({ path: CONFIGURATION })).headers)).toEqual(['of now', '']);
});
