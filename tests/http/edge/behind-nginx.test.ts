/** The site behind nginx as deploy/nginx configures it. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get as getSecurely } from 'node:https';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, afterAll } from 'vitest';
import { problems } from '#contract/problems.ts';
import { PICTURE_BYTES_MAX } from '#contract/operator/media.ts';
import { listenTo, totalOf } from '../../fixtures/http/live-chart.ts';
import { serveHttp } from '../../fixtures/http/serve.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { canRunNginx, startShippedNginx } from '../../../testkit/nginx.ts';
import { aBatchWaits, holdRankings } from '../../fixtures/voting/engine.ts';
import { photo } from '../../fixtures/site/photo.ts';
import { beforeTests, openSite, type Person } from '../../fixtures/site/site.ts';

const CALLS = 3;
const CHART = '/api/v1/rankings/detail?ranking_key=november';
const hasNginx = await canRunNginx();

describe.runIf(hasNginx)('behind nginx', () => {
	const site = beforeTests(() => openSite({ pages: true, listens: true, env: { TRUST_PROXY: '127.0.0.1' } }));
	const contest = beforeTests(() => site.contest('november'));
	const fan = beforeTests(() => site.fan('a fan', { earned: 1_000 }));
	const nginx = beforeTests(() => startShippedNginx([site.port]));

	async function ask(
		path: string,
		headers: Record<string, string> = {},
		{ method = 'GET', localAddress = '', proxy = nginx } = {},
	) {
		const asked = request(proxy.address + path, { method, headers, ...(localAddress && { localAddress }) }).end();
		const [answer] = (await once(asked, 'response')) as [IncomingMessage];
		return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
	}

	async function vote(votes: number): Promise<void> {
		const answer = await postVote(nginx.address, contest, { token: fan.token, tickets: votes });
		expect([answer.status, await answer.json()]).toEqual([200, expect.anything()]);
	}

	it('counts calls by the true address, whatever a visitor says about theirs', async () => {
		const env = { TRUST_PROXY: '127.0.0.1', READS_PER_MINUTE: String(CALLS) };
		const strict = await openSite({ listens: true, env });
		const proxy = await startShippedNginx([strict.port]);
		onTestFinished(() => strict.close());
		const call = (localAddress: string) => {
			const said = { 'x-forwarded-for': `203.0.113.${randomBytes(1)[0]}`, forwarded: 'for=203.0.113.9' };
			return ask('/api/v1/nothing', said, { localAddress, proxy });
		};
		const statuses: (number | undefined)[] = [];
		for (let n = 0; n <= CALLS; n += 1) statuses.push((await call('127.0.0.1')).status);
		expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true]);
		expect((await call('127.0.0.2')).status).not.toBe(429);
		await proxy.close();
	});

	it('keeps addresses of queries out of its log: a sign-in leads back with a token in one', async () => {
		await ask('/api/v1/login/sso?sso_type=google&callback_url=x');
		await expect.poll(() => nginx.log()).toContain('"GET /api/v1/login/sso" ');
		expect(await nginx.log()).not.toContain('callback_url');
	});

	it('sends charts as gzip, as brotli, plain, not at all, or their head only, from the cache too', async () => {
		const body = await ask(CHART);
		const [zipped, br] = [await ask(CHART, { 'accept-encoding': 'gzip, deflate' }), await ask(CHART, BROTLI)];
		expect([zipped.headers['content-encoding'], br.headers['content-encoding']]).toEqual(['gzip', 'br']);
		const artists = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { data: { artist_list: unknown } }).data;
		expect(artists(gunzipSync(zipped.body)).artist_list).toEqual(artists(body.body).artist_list);
		expect(artists(brotliDecompressSync(br.body)).artist_list).toEqual(artists(body.body).artist_list);
		expect((await ask(CHART, { 'accept-encoding': 'br;q=0, gzip;q=0.5' })).headers['content-encoding']).toBe('gzip');
		const etag = String(zipped.headers.etag);
		const known = await ask(CHART, { 'accept-encoding': 'gzip, deflate', 'if-none-match': etag });
		expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, etag]);
		const head = await ask(CHART, BROTLI, { method: 'HEAD' });
		expect([head.status, head.body.length, head.headers['content-encoding']]).toEqual([200, 0, 'br']);
	});

	it('keeps a chart for a second, but not from the voter whose vote it lacks', async () => {
		await Promise.all(Array.from({ length: 20 }, () => ask(CHART)));
		await vote(3);
		const chart = JSON.parse((await ask(CHART)).body.toString()) as { data: { chart_version: string } };
		const own = await ask(`${CHART}&after=${chart.data.chart_version}`);
		expect([own.status, own.headers['cache-control']]).toEqual([200, 'no-store']);
		await expect.poll(async () => totalIn((await ask(CHART)).body)).toBe(3);
		const outcomes = (await nginx.log()).split('\n').map((line) => line.split(' ').at(-1));
		expect(outcomes.filter((outcome) => outcome === 'HIT').length).toBeGreaterThanOrEqual(15);
		expect(outcomes.filter((outcome) => outcome === 'BYPASS')).toHaveLength(1);
	});

	it('sends pages and their files compressed', async () => {
		const page = await ask('/', BROTLI);
		const script = /src="(\/assets\/index-[^"]+\.js)"/.exec(brotliDecompressSync(page.body).toString())?.[1] ?? '';
		const file = await ask(script, BROTLI);
		expect([file.status, file.headers['content-encoding']]).toEqual([200, 'br']);
		expect(brotliDecompressSync(file.body).length).toBeGreaterThan(file.body.length);
	});

	it('keeps public pages for a second, one for each language, and nothing that has a token in its address', async () => {
		const outcomes = async (path: string, headers: Record<string, string> = {}) => {
			for (let turn = 0; turn < 20; turn += 1) await ask(path, { ...BROTLI, ...headers });
			const before = (await nginx.log()).split('\n').filter((line) => line.includes(` ${path.split('?')[0]}" 200`));
			return before.slice(-20).filter((line) => line.endsWith('HIT')).length;
		};
		for (const path of ['/', '/leader-board', '/terms-of-service'])
			await expect.poll(() => outcomes(path)).toBeGreaterThan(10);
		for (const path of ['/news?token=secret', '/transparency?utm_source=x', '/login', '/store'])
			expect(await outcomes(path)).toBe(0);
		await ask('/privacy-policy', { 'accept-language': 'ko' });
		const thai = await ask('/privacy-policy', { 'accept-language': 'ko', cookie: 'language=th' });
		expect([thai.headers['content-language'], thai.headers['x-accel-expires']]).toEqual(['th', undefined]);
		expect((await ask('/privacy-policy', { 'accept-language': 'ko' })).headers['content-language']).toBe('ko');
	});

	it('lets live charts through as they move', async () => {
		const { response, events, stop } = await listenTo(nginx.address, 'november');
		expect(response.headers.get('content-type')).toContain('text/event-stream');
		await expect.poll(() => totalOf(events)).toBe(3);
		await vote(4);
		await expect.poll(() => totalOf(events)).toBe(7);
		await stop();
	});

	it('takes a picture of 10 MB where pictures are taken, and no large body elsewhere', async () => {
		const { cookie } = await site.operator('editor');
		const plain = await photo(64);
		// What comes after a picture's end costs no time to encode.
		const picture = Buffer.concat([plain, Buffer.alloc(PICTURE_BYTES_MAX - plain.length)]);
		const upload = async (path: string, bytes: Uint8Array<ArrayBuffer>) => {
			const body = new FormData();
			body.set('file', new Blob([bytes], { type: 'image/png' }), 'noise.png');
			const headers = { cookie, 'x-lightstick-console': '1' };
			const answer = await fetch(nginx.address + path, { method: 'POST', headers, body });
			return [answer.status, (await answer.text()).slice(0, 6)];
		};
		expect(await upload('/api/v1/console/media', new Uint8Array(picture))).toEqual([200, '{"code']);
		const large = new Uint8Array(1_100 * 1024);
		expect(await upload('/api/v1/console/pop-ups', large)).toEqual([413, '<html>']);
		expect(await upload('/api/v1/user/me/update', large.subarray(0, 65 * 1024))).toEqual([413, '<html>']);
	});

	it('speaks https, leads pages there, and refuses calls without it', async () => {
		const [answer] = await once(getSecurely(nginx.secure + CHART, { ca: nginx.certificate }), 'response');
		expect((answer as IncomingMessage).resume().statusCode).toBe(200);
		const page = await fetch(`${nginx.insecure}/leader-board`, { redirect: 'manual' });
		expect([page.status, page.headers.get('location')]).toEqual([301, 'https://127.0.0.1/leader-board']);
		expect((await fetch(nginx.insecure + CHART)).status).toBe(403);
	});
});

const BROTLI = { 'accept-encoding': 'gzip, deflate, br, zstd' };

function totalIn(body: Buffer): number {
	return (JSON.parse(body.toString()) as { data: { total_tickets: number } }).data.total_tickets;
}

/** Two releases, each of which has files of its own, and then none. */
const aRelease = (own: string) =>
	serveHttp(({ url }, response) => {
		const isThere = url === '/healthz' || url === own;
		response.writeHead(isThere ? 200 : 404).end(isThere ? own : 'nothing');
	});

it.runIf(hasNginx)(
	'while a release replaces another, every page gets its own files, and a page that tries again when no process answers',
	async () => {
		const files = ['/assets/a-old.js', '/console/assets/b-new.css'];
		const servers = await Promise.all(files.map(aRelease));
		const nginx = await startShippedNginx(servers.map(({ port }) => port));
		const statusOf = async (path: string) => (await fetch(nginx.address + path)).status;
		for (let turn = 0; turn < 4; turn += 1) expect(await Promise.all(files.map(statusOf))).toEqual([200, 200]);
		expect([await statusOf('/assets/of-nobody.js'), await statusOf('/a-page')]).toEqual([404, 404]);
		for (const server of servers) await server.close();
		const away = await fetch(`${nginx.address}/a-page`);
		expect([away.status, away.headers.get('retry-after'), await away.text()]).toEqual([
			503,
			'5',
			expect.stringContaining('The site will be back in a moment'),
		]);
		for (const call of ['rankings/detail?ranking_key=a', 'rankings/live', 'user/me', 'console/media']) {
			const answer = await fetch(`${nginx.address}/api/v1/${call}`);
			expect([call, answer.status, await answer.json()]).toEqual([
				call,
				503,
				expect.objectContaining({ error: 'busy' }),
			]);
		}
		await nginx.close();
	},
);

it.runIf(hasNginx)(
	'somebody slow fills no disk with what only operators may send, and ends a live chart by reading nothing',
	async () => {
		const seen: string[] = [];
		const event = Buffer.alloc(16_384, 'x');
		let taken = 0;
		const server = await serveHttp(({ url = '' }, response) => {
			seen.push(url);
			if (url === '/healthz') return response.end('here');
			const send = () => void response.write(event, (fault) => fault ?? (setImmediate(send), (taken += event.length)));
			response.on('close', () => seen.push(`${url} ended`)).on('error', () => undefined);
			return url.includes('/rankings/live') && send();
		});
		const nginx = await startShippedNginx([server.port]);
		const slow = ['/api/v1/user/me/update', '/api/v1/console/pop-ups', '/api/v1/console/media'].map((path) => {
			const asked = request(nginx.address + path, { method: 'POST', headers: { 'content-length': '60000' } });
			asked.on('error', () => undefined).write('{');
			return asked;
		});
		await expect.poll(() => seen).toEqual(expect.arrayContaining(['/api/v1/console/pop-ups', '/api/v1/console/media']));
		expect(seen).not.toContain('/api/v1/user/me/update');
		const listener = request(`${nginx.address}/api/v1/rankings/live`).on('response', (answer) => answer.pause());
		listener.on('error', () => undefined).end();
		await expect.poll(() => seen).toContain('/api/v1/rankings/live ended');
		// Four megabytes of these are what Linux holds between the test and nginx.
		expect(taken).toBeLessThan(7_000_000);
		for (const asked of slow) asked.destroy();
		await nginx.close();
		await server.close();
	},
);

it.runIf(hasNginx)(
	'an address with as many requests under way as it may have is told when again by a page or in the envelope, and has its files and live charts',
	async () => {
		// Answers nothing but files, live charts and what is asked for last.
		const waiting: (() => void)[] = [];
		const server = await serveHttp(({ url = '' }, response) => {
			if (url === '/healthz' || /^\/(?:assets|api\/v1\/rankings\/live)/.test(url)) response.end('here');
			else waiting.push(() => response.end('later'));
		});
		const nginx = await startShippedNginx([server.port], { ofAddressMax: 2 });
		onTestFinished(async () => {
			await nginx.close();
			await server.close();
		});
		const ask = (path: string, headers: Record<string, string> = {}) =>
			fetch(nginx.address + path, { headers }).then(async (answer) => ({
				status: answer.status,
				type: answer.headers.get('content-type'),
				again: answer.headers.get('retry-after'),
				text: await answer.text(),
			}));
		const held = [ask('/a-page'), ask('/api/v1/news/list')];
		await expect.poll(() => waiting.length).toBe(2);
		expect(await ask('/another-page')).toMatchObject({ status: 429, type: 'text/html', again: '5' });
		expect((await ask('/another-page')).text).toContain('looks again in 5 seconds');
		const { status, message } = problems.too_many_requests;
		const paths = ['/api/v1/user/me', CHART, '/api/v1/payments/stripe/webhook', '/api/v1/console/media'];
		for (const [path, headers] of [
			...paths.map((each) => [each, {}] as const),
			['/api/v1/x', { 'idempotency-key': 'k' }] as const,
		]) {
			const refused = await ask(path, headers);
			expect([path, refused.status, refused.again]).toEqual([path, 429, '5']);
			expect(JSON.parse(refused.text)).toEqual({ code: status, message, data: null, error: 'too_many_requests' });
		}
		for (const path of ['/assets/a.js', '/api/v1/rankings/live?ranking_key=x'])
			expect((await ask(path)).status).toBe(200);
		for (const answer of waiting) answer();
		expect((await Promise.all(held)).map((answer) => answer.status)).toEqual([200, 200]);
	},
);

const ROOM = 3;

describe.runIf(hasNginx)('behind nginx whose process has all the votes that it can take', () => {
	const site = beforeTests(() => openSite({ listens: true, env: { TRUST_PROXY: '127.0.0.1' } }));
	const contest = beforeTests(() => site.contest('november'));
	const nginx = beforeTests(() => startShippedNginx([site.port], { keyedMax: ROOM }));
	afterAll(() => site.balances());

	const vote = (fan: Person) => postVote(nginx.address, contest, fan);

	it('the next one is told when to come again, reads go on, and all votes that were taken count', async () => {
		const names = Array.from({ length: ROOM }, (_, n) => `fan ${n}`);
		const late = await site.fan('late', { earned: 1_000 });
		const early = await Promise.all(names.map((name) => site.fan(name, { earned: 1_000 })));
		const release = await holdRankings(site.owner);
		const [first, ...others] = early as [Person, ...Person[]];
		const taken = [vote(first)];
		await aBatchWaits(site.owner);
		taken.push(...others.map(vote));
		await expect.poll(() => site.app.gauges.ballotsWaiting()).toBe(others.length);
		const refused = await vote(late);
		expect(refused.status).toBe(503);
		expect(refused.headers.get('retry-after')).toBe('3');
		expect(refused.headers.get('cache-control')).toBe('no-store');
		const { status, message } = problems.busy;
		expect(await refused.json()).toEqual({ code: status, message, data: null, error: 'busy' });
		expect((await fetch(`${nginx.address}/api/v1/rankings/detail?ranking_key=november`)).status).toBe(200);
		await release();
		expect((await Promise.all(taken)).map((answer) => answer.status)).toEqual(taken.map(() => 200));
		expect((await vote(late)).status).toBe(200);
	});
});
