/** The metrics of a running site: what they count, what they never name, and who can read them. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startMetrics } from '#server/observation/metrics/metrics.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aKey, aPerson } from '../../fixtures/accounts/people.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const LOOPBACK = { port: 0, host: '127.0.0.1' };
const ROUTE = '/api/v1/rankings/vote/:ranking_key';

const shop = beforeTests(() => openShop({ listens: true }));
const contest = beforeTests(() => aContest(shop.owner, 'november'));
const fan = beforeTests(() => aPerson(shop.owner, 'reader', { earned: 1_000 }));
const failing = async () => Promise.reject(new Error('no'));
const worker = beforeTests(() =>
	startWorker(shop.url, { refund_payment: failing, settle_order: async () => undefined }, log),
);
const metrics = beforeTests(() => {
	const pools = { calls: shop.db, queue: worker };
	return startMetrics({ listen: LOOPBACK, url: shop.url, gauges: shop.app.gauges, pools, log });
});

const vote = (tickets: number, key = aKey()) => postVote(shop.address, contest, { token: fan.token, key, tickets });

/** Another reading: the same one is given for some seconds. */
async function scrapeAnew() {
	const fresh = await startMetrics({ listen: LOOPBACK, url: shop.url, gauges: shop.app.gauges, pools: {}, log });
	const read = await scrape(fresh.address);
	await fresh.stop();
	return read;
}

describe('metrics', () => {
	it('count ballots by their outcome, tickets, batches and requests', async () => {
		const key = aKey();
		expect([(await vote(3, key)).status, (await vote(3, key)).status]).toEqual([200, 200]);
		expect(await (await vote(90_000)).text()).toContain('"error":"not_enough_gems"');
		await shop.ask({ path: '/user/me' });
		await expect
			.poll(async () => {
				const { value } = await scrape(metrics.address);
				return {
					cast: value('lightstick_ballots_total{outcome="cast"}'),
					repeated: value('lightstick_ballots_total{outcome="repeated"}'),
					refused: value('lightstick_ballots_total{outcome="refused"}'),
					tickets: value('lightstick_tickets_total'),
					batches: value('lightstick_batch_ballots_count'),
					times: value('lightstick_batch_duration_seconds_count'),
					answered: value(`lightstick_requests_total{method="POST",route="${ROUTE}",status="200"}`),
					timed: value(`lightstick_request_duration_seconds_count{method="POST",route="${ROUTE}"}`),
					poor: value('lightstick_refusals_total{slug="not_enough_gems"}'),
					strangers: value('lightstick_security_events_total{event="unauthorized"}'),
					signedOut: value('lightstick_requests_total{method="GET",route="/api/v1/user/me",status="401"}'),
				};
			})
			.toEqual({
				cast: 1,
				repeated: 1,
				refused: 1,
				tickets: 3,
				batches: 3,
				times: 3,
				answered: 2,
				timed: 3,
				poor: 1,
				strangers: 1,
				signedOut: 1,
			});
	});

	it('count charts, builds and live listeners', async () => {
		const live = await fetch(`${shop.address}/api/v1/rankings/live?ranking_key=november`);
		await live.body?.getReader().read();
		await fetch(`${shop.address}/api/v1/rankings/detail?ranking_key=november`);
		await expect
			.poll(async () => {
				await fetch(`${shop.address}/api/v1/rankings/detail?ranking_key=november`);
				const { value } = await scrape(metrics.address);
				return [
					value('lightstick_live_listeners'),
					(value('lightstick_requests_total{method="GET",route="/api/v1/rankings/detail",status="200"}') ?? 0) > 0,
					(value('lightstick_chart_builds_total{outcome="done"}') ?? 0) > 0,
					value('lightstick_requests_total{method="GET",route="/api/v1/rankings/live",status="200"}'),
				];
			})
			.toEqual([1, true, true, 1]);
		await live.body?.cancel().catch(() => undefined);
	});

	it('count runs of jobs, and tell of jobs, orders and leaves that wait', async () => {
		await shop.paidOrder(fan);
		await shop.db.transaction((tx) => enqueue(tx, 'refund_payment', { paymentId: 'none' }));
		await expect
			.poll(async () => {
				const { value } = await scrapeAnew();
				return {
					failing: value('lightstick_jobs_failing'),
					paying: value('lightstick_orders{status="paying"}'),
					leaves: (value('lightstick_vote_log_waiting_leaves') ?? 0) > 0,
					up: value('lightstick_database_up'),
				};
			})
			.toEqual({ failing: 1, paying: 1, leaves: true, up: 1 });
		await expect
			.poll(async () => {
				const { value } = await scrape(metrics.address);
				return [
					value('lightstick_job_runs_total{job="refund_payment",outcome="failed"}'),
					value('lightstick_pool_connections_limit{pool="calls"}'),
				];
			})
			.toEqual([1, 10]);
	});

	it('take no label from a visitor, and no series for an address of their own', async () => {
		const refused = async () => (await scrape(metrics.address)).value('lightstick_refusals_total{slug="not_found"}');
		const visit = (n: number) => fetch(`${shop.address}/api/v1/unknown-${n}?ranking_key=secret-${n}`);
		await visit(0);
		await expect.poll(refused).toBe(1);
		const before = (await scrape(metrics.address)).samples;
		for (let n = 1; n <= 20; n += 1) await visit(n);
		await expect.poll(refused).toBe(21);
		const after = await scrape(metrics.address);
		expect(after.samples.filter((sample) => /request/.test(sample) && !before.includes(sample))).toEqual([]);
		expect(after.text).not.toMatch(/unknown-|secret-|november|reader|127\.0\.0\.1/);
	});

	it('are served on a listener of their own, which serves nothing else', async () => {
		expect((await fetch(`${shop.address}/metrics`)).headers.get('content-type')).not.toContain('openmetrics');
		const own = new URL(metrics.address);
		expect((await fetch(new URL('/', own))).status).toBe(404);
		expect((await fetch(new URL('/api/v1/user/me', own))).status).toBe(404);
		expect((await fetch(own, { method: 'POST' })).status).toBe(405);
	});

	it('say that the database is away, and go on', async () => {
		const warnings: unknown[] = [];
		const gone = await startMetrics({
			listen: LOOPBACK,
			url: 'postgresql://nobody@127.0.0.1:1/nothing',
			gauges: shop.app.gauges,
			pools: {},
			log: { warn: (_facts: unknown, message?: string) => void warnings.push(message) },
		});
		const { value } = await scrape(gone.address);
		expect(warnings).toEqual(['numbers of the site could not be read for metrics']);
		expect(value('lightstick_database_up')).toBe(0);
		expect(value('lightstick_jobs_waiting')).toBeNaN();
		expect(value('lightstick_live_listeners')).toBeDefined();
		await gone.stop();
	});
});

describe('deploy/observation', () => {
	const read = (name: string) => readFile(new URL(`../../../deploy/observation/${name}`, import.meta.url), 'utf8');
	const METRIC = /\b(?:lightstick|process|nodejs)_[a-z_]+\b/g;

	it.each(['alerts.yml', 'dashboard.json'])('%s names metrics that a running site has', async (name) => {
		const { names } = await scrape(metrics.address);
		const named = new Set((await read(name)).match(METRIC));
		expect(named.size).toBeGreaterThan(10);
		expect([...named].filter((metric) => !names.has(metric))).toEqual([]);
	});

	it('never watches another program: what every process of Node shows is asked of the job', async () => {
		const expressions = [...(await read('alerts.yml')).matchAll(/expr: '(.*)'$/gm)].map(([, text = '']) => text);
		const shared = expressions.flatMap((text) => text.match(/\b(?:process_|nodejs_|up\b)\w*(?:\{[^}]*\})?/g) ?? []);
		expect(shared.length).toBeGreaterThan(3);
		expect(shared.filter((metric) => !metric.includes('{job="lightstick"'))).toEqual([]);
	});

	it('has a section of docs/operating/alerts.md for each alert, and no section without one', async () => {
		const rules = await read('alerts.yml');
		const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert);
		const page = await readFile(new URL('../../../docs/operating/alerts.md', import.meta.url), 'utf8');
		expect([...page.matchAll(/^## (\w+)$/gm)].map(([, title]) => title)).toEqual(alerts);
		const links = [...rules.matchAll(/runbook_url: .*docs\/operating\/alerts\.md#(\w+)/g)].map(([, link]) => link);
		expect(links).toEqual(alerts.map((alert) => alert?.toLowerCase()));
	});
});

interface Exposition {
	/** The value of a sample: `name` or `name{label="value",…}` as the text has it. */
	value(sample: string): number | undefined;
	/** Names of all metrics that could be asked for, `…_bucket` and the like included. */
	names: Set<string>;
	/** Every sample, without its value. */
	samples: string[];
	text: string;
}

async function scrape(address: string): Promise<Exposition> {
	const response = await fetch(address);
	expect([response.status, response.headers.get('content-type')]).toEqual([
		200,
		'application/openmetrics-text; version=1.0.0; charset=utf-8',
	]);
	return readExposition(await response.text());
}

/** Suffixes of the samples that a type has, also where no sample is there yet. */
const SUFFIXES: Record<string, readonly string[]> = {
	counter: ['_total'],
	gauge: [''],
	histogram: ['_bucket', '_sum', '_count'],
	summary: ['', '_sum', '_count'],
};

function readExposition(text: string): Exposition {
	const values = new Map<string, number>();
	const names = new Set<string>();
	for (const line of text.split('\n')) {
		const [, name, type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
		for (const suffix of SUFFIXES[type] ?? []) names.add(`${name}${suffix}`);
		const [, sample, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
		if (sample !== undefined) values.set(sample, value === 'Nan' ? Number.NaN : Number(value));
	}
	return { value: (sample) => values.get(sample), names, samples: [...values.keys()], text };
}
