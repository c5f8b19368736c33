/** The trial start as a fresh machine sees it: one line when it is ready, demo content, a clean end, and a second start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from 'vitest';
import { visitSignIn } from '../../../testkit/visit-sign-in.ts';
import { freePort } from '../../../scripts/lib/free-port.ts';
import { ROOT } from '../../../scripts/lib/steps.ts';
import { runScript } from '../../../testkit/processes.ts';
import { beforeTests, dataOf } from '../../fixtures/site/site.ts';
import { getChart, getSite } from '../../fixtures/site/calls.ts';

const MINUTES = 60_000;

const folder = beforeTests(() => mkdtempDisposable(join(tmpdir(), 'lightstick-start-')));
let port: number;

beforeAll(async () => {
	port = await freePort();
});

type Trial = Awaited<ReturnType<typeof start>>;

async function start(...flags: string[]) {
	const own = { NODE_ENV: 'production', PORT: String(port), LIGHTSTICK_DATA: folder.path, LOG_LEVEL: 'error' };
	const env: NodeJS.ProcessEnv = { ...process.env, ...own };
	delete env.DATABASE_URL;
	const script = [join(ROOT, 'scripts/start.ts'), ...flags];
	const child = spawn(process.execPath, script, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
	for await (const line of createInterface({ input: child.stdout })) {
		const url = /^Lightstick is ready: (http\S+)$/.exec(line)?.[1];
		if (url) return { child, url };
	}
	throw new Error('The trial ended before it was ready');
}

async function end({ child }: Trial, signal: NodeJS.Signals): Promise<number | null> {
	child.kill(signal);
	await once(child, 'exit');
	return child.exitCode;
}

const read = async (url: string) => ({ body: (await (await fetch(url)).json()) as { data: unknown } });
const cookiesOf = ({ headers }: Response) =>
	headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ');

it(
	'npm start brings up a site with demo content, on which a fan and the owner sign in; ends cleanly; survives kill -9',
	{ timeout: 5 * MINUTES },
	async () => {
		const first = await start('--still');
		const api = `${first.url}/api/v1`;
		expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
		const site = dataOf(getSite, await read(`${api}/configurations/site`));
		expect(site.rank_entry_configs.map(({ ranking_type }) => ranking_type)).toEqual(['monthly', 'birthday', 'theme']);
		const chart = dataOf(getChart, await read(`${api}/rankings/detail?ranking_key=${site.current_monthly_rank_key}`));
		expect(chart.artist_list.length).toBeGreaterThanOrEqual(60);
		const portrait = await fetch(first.url + chart.artist_list[0]?.avatar_url);
		expect([portrait.status, portrait.headers.get('content-type')]).toEqual([200, 'image/webp']);
		expect(await (await fetch(first.url)).text()).toContain('id="first-screen"');

		const callback = encodeURIComponent(`${first.url}/login-callback?from=%2F&sso_type=google`);
		const begun = await fetch(`${api}/login/sso?sso_type=google&callback_url=${callback}`);
		const { data } = (await begun.json()) as { data: { login_url: string } };
		const back = await visitSignIn(data.login_url, { person: 'midnight-seat' });
		const cookie = cookiesOf(begun);
		const arrived = await fetch(back, { headers: { cookie }, redirect: 'manual' });
		const token = new URL(arrived.headers.get('location') ?? '', first.url).searchParams.get('token');
		const me = await fetch(`${api}/user/me`, { headers: { cookie, authorization: `Bearer ${token}` } });
		const fan = { name: 'midnight_seat', gem_balance: 12_480, is_new_user: false };
		expect(await me.json()).toMatchObject({ data: fan });

		const attempt = await fetch(`${api}/console/login?return_to=%2Fconsole`);
		const { login_url: operatorLogin } = ((await attempt.json()) as { data: { login_url: string } }).data;
		const entered = await fetch(await visitSignIn(operatorLogin, { person: 'owner' }), {
			headers: { cookie: cookiesOf(attempt) },
			redirect: 'manual',
		});
		expect(new URL(entered.headers.get('location') ?? '', first.url).href).toBe(`${first.url}/console`);

		expect(await end(first, 'SIGTERM')).toBe(0);
		const second = await start('--still');
		expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
		await end(second, 'SIGKILL');
		const third = await start();
		expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
		// This one is not still: its demo fans vote.
		const keys = site.rank_entry_configs.map(({ rank_key }) => rank_key);
		const total = async () => {
			const charts = keys.map((key) => read(`${third.url}/api/v1/rankings/detail?ranking_key=${key}`));
			return (await Promise.all(charts)).reduce((sum, body) => sum + dataOf(getChart, body).total_tickets, 0);
		};
		const before = await total();
		await expect.poll(total, { timeout: MINUTES }).toBeGreaterThan(before);
		expect(await end(third, 'SIGTERM')).toBe(0);
		const { code, output } = await runScript('audit.ts', { LIGHTSTICK_DATA: folder.path, DATABASE_URL: '' });
		expect([code, output]).toEqual([0, expect.stringContaining('The books balance.')]);
	},
);

it(
	'npm start plants demo content neither on a public site nor among people who are there',
	{ timeout: 2 * MINUTES },
	async () => {
		const own = { LIGHTSTICK_DATA: folder.path, DATABASE_URL: '' };
		const elsewhere = await runScript('seed.ts', { ...own, PUBLIC_URL: 'https://vote.example', TRUST_PROXY: 'none' });
		expect([elsewhere.code, elsewhere.output]).toEqual([1, expect.stringContaining('loopback only')]);
		const again = await runScript('seed.ts', own);
		expect([again.code, again.output]).toEqual([1, expect.stringContaining('demo content goes into an empty one')]);
	},
);

describe('npm run serve', () => {
	const nowhere = 'postgresql://site:hidden-word@127.0.0.1:1/lightstick';
	it.each([
		['no database server', { DATABASE_URL: '' }, 'DATABASE_URL is not set: npm run serve needs a PostgreSQL server'],
		['a database that is not there', { DATABASE_URL: nowhere }, 'lightstick at 127.0.0.1:1: connect ECONNREFUSED'],
		[
			'a data folder that cannot be',
			{ LIGHTSTICK_DATA: join(ROOT, 'package.json/data'), DATABASE_URL: nowhere },
			'LIGHTSTICK_DATA: the folder',
		],
	])('says in plain lines that it cannot start with %s', async (_what, env, line) => {
		const { code, output } = await runScript('serve.ts', {
			LIGHTSTICK_DATA: join(folder.path, 'plain'),
			PORT: '0',
			...env,
		});
		expect(code).toBe(1);
		expect(output).toContain(line);
		expect(output).not.toMatch(/hidden-word|^ +at /m);
	});

	it('keeps its data folder to itself, one that was open before too', async () => {
		for (const [name, prepare] of [
			['new', async () => undefined],
			['open', (data: string) => mkdir(data, { mode: 0o755 })],
		] as const) {
			const data = join(folder.path, name);
			await prepare(data);
			// It ends at the database, which comes after the folder.
			await runScript('serve.ts', { LIGHTSTICK_DATA: data, DATABASE_URL: nowhere, PORT: '0' });
			expect((await stat(data)).mode & 0o777).toBe(0o700);
		}
	});
});
