/**
 * Requests written by hand over real connections: framed in odd ways, in pieces, several at once, and cut off. Slow ones:
 * connection-limits.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LOCKS, sql } from '#server/kernel/database.ts';
import { openLine } from '../../fixtures/http/line.ts';
import { waitingForLocks } from '../../fixtures/database/waiting.ts';
import { aKey, beforeTests, openSite } from '../../fixtures/site/site.ts';

const CHART = '/api/v1/rankings/detail?ranking_key=november';
const VOTE = '/api/v1/rankings/vote/november';
const site = beforeTests(() => openSite({ listens: true }));
const contest = beforeTests(() => site.contest('november'));
const fan = beforeTests(() => site.fan('reader', { earned: 1_000 }));

const votesStored = (keys: string[]) => sql`select from vote where idempotency_key = any(${keys})`.all(site.owner);
const OK = /^http\/1.1 200/;
const aConnection = (to = site.port) => openLine(to);
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
/** @param votes as they are written */
function post(votes: number | string, { token = fan.token, key = aKey() } = {}): string {
	const body = `{"artist_id":${contest.artistIds[0]},"ticket_number":${votes}}`;
	const head = `Authorization: Bearer ${token}\r\nIdempotency-Key: ${key}\r\nContent-Type: application/json\r\n`;
	return `POST ${VOTE} HTTP/1.1\r\nHost: localhost\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}

it('a chart is sent plain, packed, and as nothing new', async () => {
	const line = await aConnection();
	let etag = '';
	const unpackers = { '': Buffer.from, gzip: gunzipSync, 'gzip, br': brotliDecompressSync, 'br;q=0': Buffer.from };
	for (const [accepted, unpack] of Object.entries(unpackers)) {
		line.write(get(CHART, accepted && `Accept-Encoding: ${accepted}\r\n`));
		const { head, body, ...answer } = await line.answer();
		expect(JSON.parse(String(unpack(body))).data.artist_list).toHaveLength(4);
		expect(head).toContain('\r\ncache-control: public, max-age=0, s-maxage=1\r\n');
		expect(head).toContain('\r\nvary: accept-encoding\r\n');
		expect(head).toContain('\r\nx-content-type-options: nosniff\r\n');
		expect(head).toContain('\r\nreferrer-policy: no-referrer\r\n');
		etag = answer.etag;
	}
	line.write(get(CHART, `If-None-Match: "other", ${etag}\r\n`));
	expect((await line.answer()).head).toMatch(/^http\/1.1 304 not modified\r\n/);
});

it('a chart can be asked for between votes on the same connection, in pieces and all at once', async () => {
	const line = await aConnection();
	const tickets = async () => JSON.parse(String((await line.answer()).body)) as { data: { total_tickets: number } };
	line.write(post(3));
	expect((await line.answer()).head).toMatch(OK);
	await expect
		.poll(async () => {
			line.write(get(CHART));
			return (await tickets()).data.total_tickets;
		})
		.toBe(3);
	// Everything at once: answered in order.
	const keys = Array.from({ length: 5 }, aKey);
	line.write(get('/healthz') + get(CHART) + keys.map((key) => post(1, { key })).join('') + get('/healthz'));
	expect(String((await line.answer()).body)).toContain('alive');
	expect((await tickets()).data.total_tickets).toBe(3);
	for (const key of keys) expect((await line.answer()).head, key).toMatch(OK);
	expect(String((await line.answer()).body)).toContain('alive');
	expect(await votesStored(keys)).toHaveLength(5);
	line.write(get(CHART).slice(0, 30));
	line.write(get(CHART).slice(30));
	expect((await line.answer()).head).toMatch(OK);
	expect(line.received()).toBe('');
});

describe('a vote', () => {
	/** Lists in lists, so deep that what walks into them would fall. */
	const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

	it.each([
		['is accepted', 2, {}, 200, undefined],
		['is for a nest of lists', nest(3_000), {}, 400, 'invalid_votes'],
		['is for a nest of 64 KB', nest(32_000), {}, 400, 'invalid_votes'],
		['is nobody’s', 1, { token: 'nobody' }, 401, 'sign_in_required'],
	])('that %s is answered, and the connection stays', async (_what, votes, options, status, error) => {
		const line = await aConnection();
		const sent = post(votes, { key: aKey(), ...options });
		// Sent twice: a repeated vote is told what the first was.
		for (let times = 0; times < 2; times += 1) {
			line.write(sent);
			const { head, body } = await line.answer();
			expect(head).toMatch(new RegExp(`^http/1.1 ${status} `));
			expect(head).toContain('\r\ncache-control: no-store');
			expect(JSON.parse(String(body))).toMatchObject({ code: status, ...(error ? { error } : {}) });
		}
		expect(line.received()).toBe('');
	});

	it('counts when its sender has gone, and when the server is closing it is still answered', async () => {
		const other = await openSite({ database: site, listens: true });
		const [gone, closing] = [aKey(), aKey()];
		const leaver = await aConnection(other.port);
		leaver.write(post(1, { key: gone }));
		const [line, idle] = [await aConnection(other.port), await aConnection(other.port)];
		const lock = await site.owner.transaction(async (tx) => {
			// Both votes wait as for a closing, so that the end of the server finds them under way.
			await sql`select pg_advisory_xact_lock(${LOCKS.ranking}, hashtext(ranking_key)) from ranking`.run(tx);
			line.write(post(1, { key: closing }));
			await expect.poll(() => waitingForLocks(site.owner, 'cast_votes'), { interval: 5 }).not.toHaveLength(0);
			leaver.socket.destroy();
			return { closed: other.app.close() };
		});
		expect((await line.answer()).head).toMatch(OK);
		await lock.closed;
		expect(await votesStored([gone, closing])).toHaveLength(2);
		await expect.poll(idle.isClosed).toBe(true);
	});
});

it.each([
	['in its head', 60],
	['before its body', -46],
	['in its body', -5],
])('a vote that is cut off %s is not cast, and nobody else notices', async (_, at) => {
	const key = aKey();
	const line = await aConnection();
	line.write(post(1, { key }).slice(0, at));
	line.socket.end();
	await expect.poll(line.isClosed).toBe(true);
	expect(line.statuses().filter((status) => status < 400)).toEqual([]);
	const other = await aConnection();
	other.write(get('/healthz'));
	expect((await other.answer()).head).toMatch(OK);
	expect(await votesStored([key])).toEqual([]);
});

describe('a message whose end can be read in two ways', () => {
	/** A request, and behind it a vote that a proxy may have taken for its body. */
	const framed = (headers: string, body: string, hidden: string) =>
		`POST ${VOTE} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${fan.token}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}${hidden}`;
	const CHUNKED = 'Transfer-Encoding: chunked';

	it.each([
		['a length and chunks', `Content-Length: 5\r\n${CHUNKED}`, '0\r\n\r\n'],
		['chunks and a length', `${CHUNKED}\r\nContent-Length: 5`, '0\r\n\r\n'],
		['two lengths', 'Content-Length: 2\r\nContent-Length: 3', '{}'],
		['the same length twice', 'Content-Length: 2\r\nContent-Length: 2', '{}'],
		['a list of lengths', 'Content-Length: 2, 2', '{}'],
		['a length with a sign', 'Content-Length: +2', '{}'],
		['a negative length', 'Content-Length: -1', '{}'],
		['a length in hexadecimal', 'Content-Length: 0x2', '{}'],
		['a length beyond any number', 'Content-Length: 99999999999999999999', '{}'],
		['a length that is empty', 'Content-Length:', '{}'],
		['a length between spaces that are none to HTTP', 'Content-Length: \xa02', '{}'],
		['a length with a space before its colon', 'Content-Length : 2', '{}'],
		['chunks with a space before their colon', 'Transfer-Encoding : chunked', '0\r\n\r\n'],
		['an unknown transfer encoding', 'Transfer-Encoding: xchunked', '0\r\n\r\n'],
		['chunks that are not the last encoding', 'Transfer-Encoding: chunked, gzip', '0\r\n\r\n'],
		['two transfer encodings', `${CHUNKED}\r\nTransfer-Encoding: identity`, '0\r\n\r\n'],
		['a folded length', 'X: a\r\n Content-Length: 2', '{}'],
		['a folded header', 'X: a\r\n\tb\r\nContent-Length: 2', '{}'],
		['a length behind a bare line feed', 'X: a\nContent-Length: 2', '{}'],
		['a length behind a bare carriage return', 'X: a\rContent-Length: 2', '{}'],
		['a head that ends with bare line feeds', 'Content-Length: 2\n\n{}', ''],
		['a NUL in a header', 'X: a\0b\r\nContent-Length: 2', '{}'],
		['a header that begins with a space', ' X: a\r\nContent-Length: 2', '{}'],
		['a header without a name', ': a\r\nContent-Length: 2', '{}'],
		['a header without a colon', 'X\r\nContent-Length: 2', '{}'],
		['a chunk whose size is no number', CHUNKED, '0x2\r\n{}\r\n0\r\n\r\n'],
		['a chunk of negative size', CHUNKED, '-1\r\n{}\r\n0\r\n\r\n'],
		['a chunk whose size overflows', CHUNKED, 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
		['a chunk longer than its size', CHUNKED, '2\r\n{}x\r\n0\r\n\r\n'],
		['chunks between bare line feeds', CHUNKED, '2\n{}\n0\n\n'],
		['a length in the trailer', CHUNKED, '2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n'],
	])('is refused with its connection: %s', async (_, headers, body) => {
		const key = aKey();
		const line = await aConnection();
		line.write(framed(headers, body, post(1, { key })));
		await expect.poll(line.isClosed).toBe(true);
		expect(line.statuses()).toEqual([400]);
		expect(await votesStored([key])).toEqual([]);
	});

	it.each([
		['an older protocol’s request line', 'GET /healthz\r\n'],
		['another version', 'GET /healthz HTTP/1.2\r\nHost: localhost\r\n\r\n'],
		['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
		['a space in the address', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
		['a method in small letters', 'get /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
		['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
		['bare line feeds alone', 'GET /healthz HTTP/1.1\nHost: localhost\n\n'],
		['the first bytes of TLS', '\x16\x03\x01\x02'],
	])('no HTTP/1.1 is refused with its connection: %s', async (_, bytes) => {
		const line = await aConnection();
		line.write(bytes + get('/healthz'));
		await expect.poll(line.isClosed).toBe(true);
		expect(line.statuses()).toEqual([400]);
	});

	it.each([
		['a chunk with an extension', CHUNKED, '2;a=b\r\n{}\r\n0\r\n\r\n', [400, 200]],
		['an expectation that nobody meets', 'Expect: nothing\r\nContent-Length: 2', '{}', [417, 200]],
		// A body that is no JSON ends its connection.
		['a body that is packed', 'Content-Encoding: gzip\r\nContent-Length: 2', '\x1f\x8b', [400]],
	])('is one message to Node too: %s', async (_, headers, body, statuses) => {
		const line = await aConnection();
		line.write(framed(headers, body, get('/healthz')));
		await expect.poll(line.statuses).toEqual(statuses);
	});
});

describe('a refusal that is ready before the body has arrived', () => {
	const upload = (length: number) =>
		`POST /api/v1/console/media HTTP/1.1\r\nHost: localhost\r\nx-lightstick-console: 1\r\n` +
		`content-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n`;

	it('is told when it has arrived, and the next request is answered as one', async () => {
		const line = await aConnection();
		line.write(upload(300_000));
		line.write('x'.repeat(200_000));
		expect([(await fetch(`${site.address}/healthz`)).status, line.statuses()]).toEqual([200, []]);
		line.write('x'.repeat(100_000) + get('/healthz'));
		await expect.poll(line.statuses).toEqual([401, 200]);
	});

	it.each([
		['is larger than any call takes', `${upload(1_000_000_000)}xxx`],
		['has no length', upload(1).replace('content-length: 1', 'transfer-encoding: chunked')],
	])('closes the connection if the body %s', async (_, bytes) => {
		const line = await aConnection();
		line.write(bytes);
		await expect.poll(line.statuses).toEqual([401]);
		expect(line.received().toLowerCase()).toContain('connection: close');
	});
});
