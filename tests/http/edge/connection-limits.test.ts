/** Limits of connections per address and in total, timeouts for slow clients, and their effect on other clients. */
import { once } from 'node:events';
import { request, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openAdmission } from '#server/http/limits/admission.ts';
import { openLine } from '../../fixtures/http/line.ts';
import { SiteServer, type Timeouts } from '#server/http/server.ts';

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
	const limits = {
		signInsPerMinute: 1,
		forgedSignInsPerMinute: 1,
		readsPerMinute: 1,
		moneyPerMinute: 1,
		streams: 9,
		streamsPerAddress: 9,
	};
	const admission = openAdmission({
		trustProxy,
		limits: { ...limits, connections, connectionsPerAddress: perAddress },
	});
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

async function aLine(port: number, localAddress?: string) {
	const line = await openLine(port, localAddress);
	closing.push(() => line.socket.destroy());
	return line;
}

const GET = `GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n`;

describe('an address that opens too many connections', () => {
	it('is refused without a word; others, and it itself once it has closed some, are served', async () => {
		const { port } = await aServer({ perAddress: 3 });
		const held = await Promise.all([1, 2, 3].map(() => aLine(port)));
		const refused = await aLine(port);
		await expect.poll(refused.isClosed).toBe(true);
		expect(refused.received()).toBe('');
		const other = await aLine(port, '127.0.0.2');
		other.socket.write(GET);
		await expect.poll(other.received).toContain('a chart');
		held[0]?.socket.destroy();
		await expect
			.poll(async () => {
				const again = await aLine(port);
				again.socket.write(GET);
				await expect.poll(() => again.isClosed() || again.received() !== '').toBe(true);
				return again.received();
			})
			.toContain('a chart');
	});

	it('is not refused where it is a trusted proxy', async () => {
		const { port } = await aServer({ perAddress: 1, trustProxy: ['loopback'] });
		const lines = await Promise.all([1, 2, 3].map(() => aLine(port)));
		for (const { socket } of lines) socket.write(GET);
		for (const { received } of lines) await expect.poll(received).toContain('a chart');
	});

	it('meets the limit of all, too, and those who are connected go on being served', async () => {
		const { port } = await aServer({ connections: 2 });
		const held = await Promise.all([aLine(port), aLine(port)]);
		const refused = await aLine(port);
		await expect.poll(refused.isClosed).toBe(true);
		held[0]?.socket.write(GET);
		await expect.poll(() => held[0]?.received()).toContain('a chart');
	});
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
		const line = await aLine(port);
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
		for (let asked = 0; asked < 20; asked += 1) socket.write(GET);
		await expect.poll(() => sockets.at(-1)?.writableLength ?? 0).toBeGreaterThan(0);
		await expect.poll(() => sockets.at(-1)?.destroyed).toBe(true);
		expect(sockets.at(-1)?.writableLength ?? 0).toBeLessThan(3 * body.length);
		socket.destroy();
		await closed;
	});

	it('but sends a whole request within the time is answered, and may ask again later', async () => {
		const { port } = await aServer({ timeouts: SHORT });
		const answered = await new Promise<number | undefined>((resolve, reject) => {
			const asking = request({ port, host: '127.0.0.1', method: 'POST', path: '/slow' }, (response) => {
				response.resume().on('end', () => resolve(response.statusCode));
			});
			asking.on('error', reject);
			asking.write('half');
			asking.end('half');
		});
		expect(answered).toBe(200);
	});
});
