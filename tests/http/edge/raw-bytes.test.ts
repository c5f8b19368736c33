/** Charts and votes over real connections that carry all kinds of requests. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { utf8 } from '#contract/proof/bytes.ts';
import { parseVerifierKey, type VerifierKey } from '#contract/proof/note.ts';
import { verifyReceipt } from '#contract/proof/receipt.ts';
import { castVote, type VoteReceipt } from '#contract/voting.ts';
import { RANKING_LOCK } from '#server/rankings/closing/lock.ts';
import { waitingForLocks } from '../../fixtures/database/waiting.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openSite, type Site } from '../../fixtures/site/site.ts';

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
function post(votes: unknown, { token = fan.token, key = aKey(), ranking = 'november', headers = '' } = {}): string {
	const number = votes instanceof Nest ? votes.text : JSON.stringify(votes);
	const body = `{"artist_id":${artistId},"ticket_number":${number}}`;
	return `POST /api/v1/rankings/vote/${ranking} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: ${key}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
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
		// Which was one a moment ago.
		line.write(trick);
		expect((await line.answer()).head).toMatch(/^http\/1.1 200/);
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

/** Lists in lists, so deep that what walks into them would fall. */
class Nest {
	readonly text: string;
	constructor(depth: number) {
		this.text = '['.repeat(depth) + ']'.repeat(depth);
	}
}
function nestOf(depth: number): Nest {
	return new Nest(depth);
}

describe('a vote in one piece', () => {
	// Framed in a way that only Node's parser reads; the connection stays.
	const ROUTED = 'TE: trailers\r\n';
	const withoutChanging = (text: string) => text.replaceAll(/^(date|connection|keep-alive): .*\r\n/gm, '');

	it.each([
		['is accepted', 2, {}],
		['asks for more than the gems', 5_000_000, {}],
		['is for nothing', 0, {}],
		['is for half', 1.5, {}],
		['is for a word', 'many', {}],
		['is for a nest of lists', nestOf(3_000), {}],
		['is for another ranking', 1, { ranking: 'nowhere' }],
		['is nobody’s', 1, { token: 'nobody' }],
		['has an odd key', 1, { key: 'short' }],
	])('that %s is answered as by the router', async (_what, votes, options) => {
		const answers: { head: string; body: string }[] = [];
		const line = await aConnection();
		const sent = { key: aKey(), ...options };
		// A repeated vote is told what the first was; here both are repeats.
		line.write(post(votes, sent));
		await line.answer();
		for (const headers of ['', ROUTED]) {
			line.write(post(votes, { ...sent, headers }));
			const { head, body } = await line.answer();
			answers.push({ head: withoutChanging(`${head}\r\n`).split('\r\n').toSorted().join('\n'), body: String(body) });
		}
		expect(answers[0]).toEqual(answers[1]);
		expect(line.rest()).toBe(0);
		line.socket.destroy();
	});

	it('is answered with what the contract says and a receipt that holds, in one byte a character', async () => {
		const key = parseVerifierKey((await site.app.inject('/receipts/vkey')).body.trim()) as VerifierKey;
		const line = await aConnection();
		for (const headers of ['', ROUTED]) {
			line.write(post(2, { headers }));
			const { body } = await line.answer();
			const { data } = JSON.parse(String(body)) as { data: VoteReceipt };
			expect(castVote.reply.parse(data)).toEqual(data);
			const { leaf = '', proof = '' } = data.receipt ?? {};
			expect(await verifyReceipt(utf8(leaf), proof, key)).toMatchObject({ promise: { size: 1 } });
			// The router writes the proof's dash as it is.
			if (headers === '' && process.env['HTTP_FAST_PATH'] !== 'off') expect(String(body)).toMatch(/^[ -~]*$/);
		}
		line.socket.destroy();
	});

	it('in a body of 64 KB that is nothing but a nest is refused, and the next is accepted', async () => {
		const line = await aConnection();
		line.write(post(nestOf(32_000)));
		const { head, body } = await line.answer();
		expect(head).toMatch(/^http\/1.1 400/);
		expect(JSON.parse(String(body))).toMatchObject({ code: 400, data: null });
		line.write(post(1));
		expect((await line.answer()).head).toMatch(/^http\/1.1 200/);
		line.socket.destroy();
	});

	it('is answered in its turn, however many are sent at once', async () => {
		const line = await aConnection();
		const keys = Array.from({ length: 5 }, aKey);
		line.write(post(1, { key: keys[0] ?? '' }));
		// While the first is under way, on the same connection.
		for (const key of keys.slice(1)) line.write(post(1, { key }));
		line.write(get('/healthz'));
		for (const key of keys) expect((await line.answer()).head, key).toMatch(/^http\/1.1 200/);
		expect(String((await line.answer()).body)).toContain('alive');
		const stored = await site.owner.query({
			text: 'select from vote where idempotency_key = any($1)',
			values: [keys],
		});
		expect(stored).toHaveLength(5);
		line.socket.destroy();
	});

	it('counts when its sender has gone, and when the server is closing it is still answered', async () => {
		const other = await openSite({ database: site });
		await other.app.listen({ port: 0, host: '127.0.0.1' });
		port = (other.app.server.address() as { port: number }).port;
		const [gone, closing] = [aKey(), aKey()];
		const leaver = await aConnection();
		leaver.write(post(1, { key: gone }));
		const line = await aConnection();
		const lock = await site.owner.transaction(async (tx) => {
			// Both votes wait as for a closing, so that the end of the server finds them under way.
			await tx.query({
				text: 'select pg_advisory_xact_lock($1, hashtext(ranking_key) # shard) from ranking_terms',
				values: [RANKING_LOCK],
			});
			line.write(post(1, { key: closing }));
			await expect.poll(() => waitingForLocks(site.owner, 'cast_vote'), { interval: 5 }).not.toHaveLength(0);
			leaver.socket.destroy();
			return { closed: other.app.close() };
		});
		expect((await line.answer()).head).toMatch(/^http\/1.1 200/);
		await lock.closed;
		const stored = await site.owner.query({
			text: 'select idempotency_key from vote where idempotency_key = any($1)',
			values: [[gone, closing]],
		});
		expect(stored).toHaveLength(2);
	});
});
