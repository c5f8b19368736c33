/** Charts from memory, over real connections that carry all kinds of requests. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { aContest } from '../world/contests.ts';
import { aKey, aPerson, type Person } from '../world/people.ts';
import { openSite, type Site } from '../world/site.ts';

const CHART = '/api/v1/rankings/detail?ranking_key=november';
let site: Site;
let port: number;
let fan: Person;
let artistId: number;

beforeAll(async () => {
	site = await openSite();
	const contest = await aContest(site.owner, 'november');
	artistId = contest.artistIds[0] ?? 0;
	fan = await aPerson(site.owner, 'reader', { earned: 1_000 });
	port = Number(new URL(await site.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => site.close());

/** A connection on which one request after the other is written by hand. */
async function aConnection() {
	const socket: Socket = connect(port, '127.0.0.1');
	await once(socket, 'connect');
	let received = Buffer.alloc(0);
	socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])));
	return {
		socket,
		write: (text: string) => void socket.write(text),
		/** The next whole answer. */
		async answer() {
			await expect.poll(() => sizeOf(received)).toBeGreaterThan(0);
			const size = sizeOf(received);
			const bytes = received.subarray(0, size);
			received = received.subarray(size);
			const headEnd = bytes.indexOf('\r\n\r\n');
			return { head: bytes.toString('latin1', 0, headEnd).toLowerCase(), body: bytes.subarray(headEnd + 4) };
		},
		rest: () => received.length,
	};
}

function sizeOf(received: Buffer): number {
	const headEnd = received.indexOf('\r\n\r\n');
	if (headEnd === -1) return 0;
	const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd))?.[1] ?? 0);
	return received.length >= headEnd + 4 + length ? headEnd + 4 + length : 0;
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
function post(votes: number): string {
	const body = JSON.stringify({ artist_id: artistId, ticket_number: votes });
	return `POST /api/v1/rankings/vote/november HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${fan.token}\r\nIdempotency-Key: ${aKey()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

describe('a chart from memory', () => {
	it('is the same answer as the router gives: plain, packed, and as nothing new', async () => {
		const routed = await site.app.inject({ url: CHART, headers: { 'accept-encoding': 'gzip' } });
		const line = await aConnection();
		// The first read builds the chart; those after it find its bytes.
		for (const accepted of [
			'',
			'Accept-Encoding: gzip\r\n',
			'Accept-Encoding: gzip, br\r\n',
			'Accept-Encoding: br;q=0\r\n',
		]) {
			line.write(get(CHART, accepted));
			const { head, body } = await line.answer();
			const unpack = head.includes('content-encoding: br')
				? brotliDecompressSync
				: head.includes('gzip')
					? gunzipSync
					: Buffer.from;
			expect(JSON.parse(String(unpack(body))).data.artist_list).toHaveLength(4);
			for (const name of [
				'cache-control',
				'etag',
				'vary',
				'content-type',
				'x-content-type-options',
				'referrer-policy',
			]) {
				expect(head).toContain(`\r\n${name}: ${String(routed.headers[name]).toLowerCase()}`);
			}
		}
		line.write(get(CHART, `If-None-Match: "other", ${String(routed.headers.etag)}\r\n`));
		expect((await line.answer()).head).toMatch(/^http\/1.1 304 not modified\r\n/);
		line.socket.destroy();
	});

	it('can be asked for between votes on the same connection, in pieces and all at once', async () => {
		const line = await aConnection();
		const tickets = async () => JSON.parse(String((await line.answer()).body)) as { data: { total_tickets: number } };
		line.write(get(CHART));
		expect((await tickets()).data.total_tickets).toBe(0);
		line.write(post(3));
		expect((await line.answer()).head).toMatch(/^http\/1.1 200/);
		await expect
			.poll(async () => {
				line.write(get(CHART));
				return (await tickets()).data.total_tickets;
			})
			.toBe(3);
		// Everything at once: answered in order.
		line.write(get('/healthz') + get(CHART) + post(1) + get(CHART));
		expect(String((await line.answer()).body)).toContain('alive');
		expect((await tickets()).data.total_tickets).toBe(3);
		expect((await line.answer()).head).toMatch(/^http\/1.1 200/);
		await line.answer();
		line.write(get(CHART).slice(0, 30));
		line.write(get(CHART).slice(30));
		expect((await line.answer()).head).toMatch(/^http\/1.1 200/);
		expect(line.rest()).toBe(0);
		line.socket.destroy();
	});

	it('is never what a body says, even where the body looks like a read', async () => {
		const line = await aConnection();
		const trick = get(CHART);
		line.write(
			`POST /api/v1/rankings/vote/november HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${trick.length}\r\n\r\n`,
		);
		line.write(trick);
		expect((await line.answer()).head).toMatch(/^http\/1.1 40[01]/);
		expect(line.rest()).toBe(0);
		line.socket.destroy();
	});

	it('keeps nobody from closing the server', async () => {
		const other = await openSite({ database: site });
		await other.app.listen({ port: 0, host: '127.0.0.1' });
		const { port: otherPort } = other.app.server.address() as { port: number };
		const idle = connect(otherPort, '127.0.0.1');
		await once(idle, 'connect');
		const ended = once(idle, 'close');
		await other.app.close();
		await ended;
	});
});
