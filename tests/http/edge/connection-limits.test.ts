/** Connections: their limits, slow clients, the end of a process, and the public log for other sites' pages. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { openAdmission } from '#server/http/limits/admission.ts';
import { SiteServer, type Timeouts } from '#server/http/server.ts';
import { sql } from '#server/kernel/database.ts';
import { openDrain } from '#server/http/health.ts';
import { openLine } from '../../fixtures/http/line.ts';
import { aKey, openSite } from '../../fixtures/site/site.ts';

const SHORT: Timeouts = { headMs: 150, requestMs: 400, stuckMs: 400, checkedEveryMs: 20 };
const LONG: Timeouts = { headMs: 60_000, requestMs: 60_000, stuckMs: 60_000, checkedEveryMs: 1_000 };
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

interface Setting {
	timeouts?: Timeouts;
	trustProxy?: readonly string[];
	connections?: number;
	perAddress?: number;
	body?: Buffer;
}

/** Opens a server that answers every request with the body, when it has arrived. */
async function aServer(setting: Setting = {}) {
	const { timeouts = LONG, trustProxy = [], connections = 1_000, perAddress = 1_000 } = setting;
	const rates = { signInsPerMinute: 1, forgedSignInsPerMinute: 1, readsPerMinute: 1, moneyPerMinute: 1 };
	const limits = { ...rates, streams: 9, streamsPerAddress: 9, connections, connectionsPerAddress: perAddress };
	const admission = openAdmission({ trustProxy, limits });
	const body = setting.body ?? Buffer.from('a chart');
	const answer: RequestListener = (asked, response) => void asked.resume().on('end', () => response.end(body));
	const server = new SiteServer(answer, { admission, timeouts });
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return { port, server };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const GET = get('/ready');

describe('an address that opens too many connections', () => {
	it('is refused without a word; others, and it itself once it has closed some, are served', async () => {
		const { port } = await aServer({ perAddress: 3 });
		const held = await Promise.all([1, 2, 3].map(() => openLine(port)));
		const refused = await openLine(port);
		await expect.poll(refused.isClosed).toBe(true);
		expect(refused.received()).toBe('');
		const other = await openLine(port, '127.0.0.2');
		other.socket.write(GET);
		await expect.poll(other.received).toContain('a chart');
		held[0]?.socket.destroy();
		await expect
			.poll(async () => {
				const again = await openLine(port);
				again.socket.write(GET);
				await expect.poll(() => again.isClosed() || again.received() !== '').toBe(true);
				return again.received();
			})
			.toContain('a chart');
	});

	it('is not refused where it is a trusted proxy', async () => {
		const { port } = await aServer({ perAddress: 1, trustProxy: ['loopback'] });
		const lines = await Promise.all([1, 2, 3].map(() => openLine(port)));
		for (const { socket } of lines) socket.write(GET);
		for (const { received } of lines) await expect.poll(received).toContain('a chart');
	});

	it('meets the limit of all, too, and those who are connected go on being served', async () => {
		const { port } = await aServer({ connections: 2 });
		const held = await Promise.all([openLine(port), openLine(port)]);
		const refused = await openLine(port);
		await expect.poll(refused.isClosed).toBe(true);
		held[0]?.socket.write(GET);
		await expect.poll(() => held[0]?.received()).toContain('a chart');
	});
});

it('a connection that sends many requests before it gets an answer is ended, and a few are answered', async () => {
	const { port } = await aServer();
	const few = await openLine(port);
	for (const answered of [10, 20]) {
		few.write(GET.repeat(10));
		await expect.poll(few.statuses).toHaveLength(answered);
	}
	const many = await openLine(port);
	many.write(GET.repeat(30));
	await expect.poll(many.isClosed).toBe(true);
	expect(few.isClosed()).toBe(false);
});

describe('a connection whose client takes its time', () => {
	it.each([
		['says nothing', []],
		['never ends its first line', ['GET /re']],
		['never ends its head', ['GET /ready HTTP/1.1\r\nHost: localhost\r\n', 'A: b\r\n']],
		['never ends its body', ['POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n', '1']],
		[
			'never ends its body of chunks',
			['POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'],
		],
		['never ends a second request', [GET, 'GET /ready HTTP/1.1\r\n']],
	])('and %s is closed', async (_, parts) => {
		const { port } = await aServer({ timeouts: SHORT });
		const line = await openLine(port);
		for (const part of parts) line.socket.write(part);
		// And a byte now and then, as one does who wants to hold it.
		const drip = setInterval(() => parts.length > 0 && line.socket.write(parts.length > 1 ? '1\r\na' : 'a'), 40);
		closing.push(() => clearInterval(drip));
		await expect.poll(line.isClosed).toBe(true);
	});

	it('and never reads its answers is closed, and holds no more than a few of them', async () => {
		const body = Buffer.alloc(4 * 1024 * 1024);
		const { port, server } = await aServer({ timeouts: SHORT, body });
		const sockets: Socket[] = [];
		server.on('connection', (socket: Socket) => sockets.push(socket));
		const socket = connect(port, '127.0.0.1').pause();
		const closed = once(socket, 'close');
		socket.on('error', () => undefined);
		await once(socket, 'connect');
		socket.write(GET.repeat(10));
		await expect.poll(() => sockets.at(-1)?.writableLength ?? 0).toBeGreaterThan(0);
		await expect.poll(() => sockets.at(-1)?.destroyed).toBe(true);
		expect(sockets.at(-1)?.writableLength ?? 0).toBeLessThan(3 * body.length);
		socket.destroy();
		await closed;
	});

	it('but sends a whole request within the time is answered', async () => {
		const { port } = await aServer({ timeouts: SHORT });
		const line = await openLine(port);
		for (const part of ['POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\n', 'half', 'half'])
			line.write(part);
		await expect.poll(line.statuses).toEqual([200]);
	});
});

const CHART = '/api/v1/rankings/detail?ranking_key=november';
const LIVE = '/api/v1/rankings/live?ranking_key=november';

it('a process that is about to stop is not ready, answers once more on each connection, and ends charts with a word', async () => {
	const drain = openDrain();
	const site = await openSite({ drain, listens: true });
	const contest = await site.contest('november');
	const fan = await site.fan('a fan', { earned: 100 });
	const body = JSON.stringify({ artist_id: contest.artistIds[0], ticket_number: 1 });
	const vote = get(`/api/v1/rankings/vote/november`)
		.replace('GET', 'POST')
		.replace('\r\n\r\n', `\r\nAuthorization: Bearer ${fan.token}\r\nIdempotency-Key: ${aKey()}\r\n`)
		.concat(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
	// Like a proxy's: they have had their first answer, and stay open.
	const kept = [await openLine(site.port), await openLine(site.port)] as const;
	for (const line of kept) {
		line.write(get(CHART));
		await line.answer();
	}
	const live = await fetch(site.address + LIVE);
	const heard = live.text();

	// Long enough for all that the test does meanwhile.
	const drained = drain.begin(2_000);
	for (const probe of ['/readyz', '/healthz']) expect((await fetch(site.address + probe)).status).toBe(503);
	for (const [line, asked] of [
		[kept[0], get(CHART)],
		[kept[1], vote],
	] as const) {
		line.write(asked);
		await expect.poll(line.isClosed).toBe(true);
		expect(line.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nconnection: close\r\n/i);
	}
	expect(await heard).toMatch(/retry: 100\n\n$/);
	const refused = await fetch(site.address + LIVE);
	expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'busy' }]);
	const page = await fetch(site.address + CHART);
	expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
	await drained;
	expect(await sql`select from vote`.all(site.db)).toHaveLength(1);
	await site.close();
});

it('the public log may be read by any page, whatever it says, also above the limit and before a request', async () => {
	const site = await openSite({ env: { READS_PER_MINUTE: '5' } });
	onTestFinished(() => site.close());
	const paths = `/log/none/checkpoint /log/none/tile/0/000 /log/x/y/z /anchor/checkpoint /anchor/vkey /anchor/tile/9/x
		/receipts/vkey /receipts/none`.split(/\s+/);
	const statuses = new Set<number>();
	for (let round = 0; round < 5; round += 1) {
		for (const [url, method] of paths.flatMap((path) => [[path, 'GET'] as const, [path, 'OPTIONS'] as const])) {
			const { statusCode, headers } = await site.app.inject({ method, url });
			statuses.add(statusCode);
			expect([url, method, headers['access-control-allow-origin']]).toEqual([url, method, '*']);
			expect(headers['access-control-expose-headers']).toContain('retry-after');
		}
	}
	expect(statuses).toEqual(new Set([200, 204, 404, 429]));
	expect((await site.app.inject('/api/v1/user/me')).headers).not.toHaveProperty('access-control-allow-origin');
});
