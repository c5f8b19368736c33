/** Metrics and the log: what they count and say, and that the documents know them. */
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { startMetrics } from '#server/observation/metrics/metrics.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import { completeRegistration } from '#contract/accounts.ts';
import { raw, sql } from '#server/kernel/database.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import { aBrowser, startProviders } from '../../fixtures/accounts/sign-in.ts';
import { ownDatabase } from '../../fixtures/database/database.ts';
import { aKey, beforeTests, type Person } from '../../fixtures/site/site.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const LOOPBACK = { port: 0, host: '127.0.0.1' };
const ROUTE = '/api/v1/rankings/vote/:ranking_key';

const lines: string[] = [];
const providers = beforeTests(async () => {
	const { emulator, env } = await startProviders();
	return { env, close: emulator.close };
});
const shop = beforeTests(() => {
	const env = { ...providers.env, TRUST_PROXY: 'loopback' };
	return openShop({ env, listens: true, onLog: (line) => void lines.push(line) });
});
const contest = beforeTests(() => shop.contest('november'));
const fan = beforeTests(() => shop.fan('reader', { earned: 1_000 }));
const observed = () => ({ listen: LOOPBACK, url: shop.url, gauges: shop.app.gauges, pools: {}, log });
const failing = async () => Promise.reject(new Error('no'));
const worker = beforeTests(() =>
	startWorker(shop.url, { refund_payment: failing, settle_order: async () => undefined }, log),
);
const metrics = beforeTests(() => {
	return startMetrics({ ...observed(), pools: { calls: shop.db, queue: worker } });
});

const vote = (tickets: number, key = aKey()) => postVote(shop.address, contest, { token: fan.token, key, tickets });

/** Another reading: the same one is given for some seconds. */
async function scrapeAnew() {
	const fresh = await startMetrics(observed());
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
		const counts = {
			'ballots_total{outcome="cast"}': 1,
			'ballots_total{outcome="repeated"}': 1,
			'ballots_total{outcome="refused"}': 1,
			tickets_total: 3,
			batch_ballots_count: 3,
			batch_duration_seconds_count: 3,
			[`requests_total{method="POST",route="${ROUTE}",status="200"}`]: 2,
			[`request_duration_seconds_count{method="POST",route="${ROUTE}"}`]: 3,
			'refusals_total{slug="not_enough_gems"}': 1,
			'security_events_total{event="unauthorized"}': 1,
			'requests_total{method="GET",route="/api/v1/user/me",status="401"}': 1,
		};
		await expect
			.poll(async () => {
				const { value } = await scrape(metrics.address);
				return Object.fromEntries(Object.keys(counts).map((name) => [name, value(`lightstick_${name}`)]));
			})
			.toEqual(counts);
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
		const telling = { warn: (_facts: unknown, message?: string) => void warnings.push(message) };
		const url = 'postgresql://nobody@127.0.0.1:1/nothing';
		const gone = await startMetrics({ ...observed(), url, log: telling });
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

async function scrape(address: string) {
	const response = await fetch(address);
	const type = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
	expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
	return readExposition(await response.text());
}

/** Suffixes of the samples that a type has, also where no sample is there yet. */
const SUFFIXES: Record<string, readonly string[]> = {
	counter: ['_total'],
	gauge: [''],
	histogram: ['_bucket', '_sum', '_count'],
	summary: ['', '_sum', '_count'],
};

function readExposition(text: string) {
	/** By sample: `name` or `name{label="value",…}` as the text has it. */
	const values = new Map<string, number>();
	/** Names of all metrics that could be asked for, `…_bucket` and the like included. */
	const names = new Set<string>();
	for (const line of text.split('\n')) {
		const [, name, type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
		for (const suffix of SUFFIXES[type] ?? []) names.add(`${name}${suffix}`);
		const [, sample, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
		if (sample !== undefined) values.set(sample, value === 'Nan' ? Number.NaN : Number(value));
	}
	return { value: (sample: string) => values.get(sample), names, samples: [...values.keys()], text };
}

const VISITOR = '203.0.113.77';
const logged = () => lines.map((line): Record<string, unknown> => JSON.parse(line));

it('the log names nobody who signed in, voted, paid, failed or met an error, and gives each request an id', async () => {
	const headers = { 'x-forwarded-for': VISITOR };
	const browser = aBrowser(shop);
	await browser.comeBack(await browser.visitProvider('google', { cancel: 'yes' }));
	const token = await browser.signIn('google', { person: 'new-fan' });
	const profile = { email: 'zed@private.example', name: 'Zedekiah Quux', country: 'KR' };
	const register = { path: completeRegistration.path, token, headers };
	await shop.ask({ ...register, body: { ...profile, email: 'zed@@private.example' } });
	expect((await shop.ask({ ...register, body: profile })).status).toBe(200);

	const voteBy = (by: string) => postVote(shop.address, contest, { token: by });
	await voteBy(token);
	await voteBy('a-guessed-token');

	await shop.paidOrder({ token } as Person);
	const forged = { email: profile.email, headers: { 'stripe-signature': 't=1,v1=00' } };
	await shop.ask({ path: '/payments/stripe/webhook', body: forged, headers: forged.headers });

	await shop.owner.query({ text: 'alter table favorite rename to favorite_away' });
	const failed = await shop.ask({ path: '/user/me/favorites', token, headers });
	await shop.owner.query({ text: 'alter table vote rename to vote_away' });
	const lost = await voteBy(token);
	expect([lost.status, lost.headers.get('x-request-id')]).toEqual([500, expect.stringMatching(/^[\w-]{8}\.\w+$/)]);

	const text = lines.join('\n');
	const persons = ['private.example', 'mail.example', 'Zedekiah', 'dana', VISITOR];
	const { secretKey = '', webhookSecret = '' } = shop.config.payments ?? {};
	const secrets = [...persons, token, 'a-guessed-token', secretKey, webhookSecret];
	expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
	// The log was not simply empty.
	const kinds = ['security event', 'sign-in declined', 'unexpected error', 'a batch of votes was refused'];
	for (const message of [...kinds, 'a webhook was refused']) expect(text).toContain(message);
	// The failed request can be found by the id that its answer has.
	const error = logged().find(({ reqId }) => reqId === failed.headers['x-request-id']);
	expect(error).toMatchObject({ level: 50, msg: 'unexpected error', err: { code: '42P01' } });
	// An id that no other process gives.
	const ids = logged().flatMap(({ reqId }) => reqId ?? []);
	expect(ids.length).toBeGreaterThan(0);
	for (const id of ids) expect(id).toMatch(/^[\w-]{8}\.[0-9a-z]+$/);
});

const DOCS = join(import.meta.dirname, '../../../docs/operating');
/** They need a standby, no transaction, or a database of their own; tests/faults, and tests/promises/deploy.test.ts, have them. */
const ELSEWHERE =
	/^(?:select pg_promote|alter system|create (?:index|database)|drop role|select pg_reload_conf|select pg_is_in)/;

const database = ownDatabase();

async function statements(): Promise<string[]> {
	const pages = (await readdir(DOCS)).filter((name) => name.endsWith('.md'));
	const texts = await Promise.all(pages.map((name) => readFile(join(DOCS, name), 'utf8')));
	return texts.flatMap((text) => {
		const blocks = [...text.matchAll(/```sql\n([^`]*)```/g)].flatMap(([, block = '']) => block.split(';'));
		const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
		const all = [...blocks, ...inline].map((statement) => statement.trim());
		return all.filter((each) => /^(?:select|truncate|delete|update|alter|create|drop|grant) [^…<]*/.test(each));
	});
}

it('docs/operating says statements that work', async () => {
	const found = (await statements()).filter((statement) => !ELSEWHERE.test(statement));
	expect(found.length).toBeGreaterThan(10);
	const failed: string[] = [];
	for (const [index, statement] of found.entries()) {
		const role = `manual_${process.pid}_${index}`;
		const text = statement
			.replace(/<id>/, '1')
			.replace(/(?<=create role )\w+/, role)
			.replace(/(?<=alter role |grant lightstick_app to )(?:<\w+>|\w+)/, role);
		const undone = new Error('undone');
		await database.owner
			.transaction(async (tx) => {
				if (!text.startsWith('create role')) await tx.query(sql`create role ${raw(role)}`);
				await tx.query({ text });
				throw undone;
			})
			.catch((error: Error) => void (error === undone || failed.push(`${statement}: ${error.message}`)));
	}
	expect(failed).toEqual([]);
});

it('the library of metrics is loaded only where they are on', async () => {
	const entry = new URL('../../../server/main.ts', import.meta.url);
	const loading = `import { registerHooks } from 'node:module';
		registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
		await import('${entry.href}');`;
	const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', loading]);
	expect(stdout).toContain('server/main.ts');
	expect(stdout).not.toContain('prom-client');
});
