/** Votes that are answered in front of the framework (server/http/ahead.ts) get what the framework would answer. */
import { tracingChannel } from 'node:diagnostics_channel';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { openLine } from '../../fixtures/http/line.ts';
import { aKey, beforeTests, openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(() => openSite({ listens: true }));
const contest = beforeTests(() => site.contest('november'));
const closed = beforeTests(() => site.contest('closed', { endsAt: new Date(Date.now() - 3_600_000) }));
const fan = beforeTests(() => site.fan('reader', { earned: 1_000 }));
afterAll(() => site.balances());

interface Asked {
	ranking?: string;
	body?: string;
	headers?: Record<string, string>;
}

/** FIRST: the first artist's id. */
const aVote = (more = '', votes = '1') => `{"artist_id":FIRST,"ticket_number":${votes}${more}}`;

/** Returns the answer, and how many calls the framework handled meanwhile. @param query with one, the call is the framework's */
async function cast(query: string, { ranking = contest.key, headers = {}, ...asked }: Asked) {
	const body = (asked.body ?? aVote()).replace('FIRST', String(contest.artistIds[0]));
	const line = await openLine(site.port);
	let handled = 0;
	const count = () => void (handled += 1);
	const calls = tracingChannel('fastify.request.handler');
	const all = {
		host: 'localhost',
		authorization: `Bearer ${fan.token}`,
		'idempotency-key': aKey(),
		'content-type': 'application/json',
		'content-length': String(Buffer.byteLength(body, 'latin1')),
		...headers,
	};
	const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	calls.start.subscribe(count);
	line.write(`POST /api/v1/rankings/vote/${ranking}${query} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
	const answer = await line.answer();
	calls.start.unsubscribe(count);
	const lines = answer.head.split('\r\n').filter((each) => !/^(?:date|content-length):/.test(each));
	return { handled, head: lines.toSorted(), body: JSON.parse(String(answer.body)) as { data: object | null } };
}

/** The same vote twice has other times, and other gems left. */
const shapeOf = ({ data, ...rest }: { data: object | null }) => ({ ...rest, data: data && Object.keys(data) });

it.each<[string, Asked]>([
	['a vote', {}],
	['its price', { body: aVote(',"expected_cost":10') }],
	['a field that nobody knows', { body: aVote(',"more":"ü"') }],
	['no key', { headers: { 'idempotency-key': '' } }],
	['a short key', { headers: { 'idempotency-key': 'short' } }],
	['another price', { body: aVote(',"expected_cost":1') }],
	['no votes', { body: aVote('', '0') }],
	['a text for a number', { body: aVote('', '"1"') }],
	['no object', { body: '[]' }],
	['half of it', { body: aVote().slice(0, -1) }],
	['a name that poisons', { body: aVote(',"__proto__":{}') }],
	['bytes that are no text', { body: aVote(',"more":"\xff"') }],
	['another artist', { body: '{"artist_id":999999,"ticket_number":1}' }],
	['too few gems', { body: aVote('', '900000') }],
	['another ranking', { ranking: 'nowhere' }],
	['a name that is none', { ranking: 'No-Where' }],
	['a ranking that has ended', { ranking: 'closed' }],
	['a type with its charset', { headers: { 'content-type': 'application/json; charset=utf-8' } }],
	['another type', { headers: { 'content-type': 'text/plain' } }],
	['a token that nobody has', { headers: { authorization: `Bearer ${'x'.repeat(43)}` } }],
	['2 kB', { body: aVote(`,"more":"${'x'.repeat(2_000)}"`) }],
	['a resent one', { headers: { 'idempotency-retry': '1' } }],
])('%s: the answer is the framework’s, with its headers', async (_what, asked) => {
	expect(closed.key).toBe('closed');
	// This process knows the session from now on.
	await cast('?', {});
	const [ahead, framework] = [await cast('', asked), await cast('?', asked)];
	expect(ahead.head).toEqual(framework.head);
	expect(shapeOf(ahead.body)).toEqual(shapeOf(framework.body));
});

describe('the framework', () => {
	it('handles no vote of a session in memory, and one of any other', async () => {
		await cast('?', {});
		expect(await cast('', {})).toMatchObject({ handled: 0, body: { code: 200 } });
		const token = (await site.fan('stranger', { earned: 100 })).token;
		expect(await cast('', { headers: { authorization: `Bearer ${token}` } })).toMatchObject({ handled: 1 });
	});
});

it('the same key counts once, whichever way it comes', async () => {
	const asked = { headers: { 'idempotency-key': aKey() } };
	const [first, again] = [await cast('', asked), await cast('?', asked)];
	expect(again.body.data).toMatchObject({ ...first.body.data, chart_version: '0', receipt: null });
});

it('a vote that is cut off ends its connection alone', async () => {
	await cast('?', {});
	const line = await openLine(site.port);
	const head = `Authorization: Bearer ${fan.token}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n`;
	line.write(`POST /api/v1/rankings/vote/${contest.key} HTTP/1.1\r\nHost: localhost\r\n${head}\r\n{"artist_id"`);
	const begun = await sql`select from vote`.all(site.owner);
	line.socket.destroy();
	expect(await cast('', {})).toMatchObject({ body: { code: 200 } });
	expect(await sql`select from vote`.all(site.owner)).toHaveLength(begun.length + 1);
});

it('where the console has an origin of its own, it takes no vote, and a plain one is taken at the site’s alone', async () => {
	const two = await openSite({ listens: true, env: { CONSOLE_URL: 'http://console.localhost:3000' } });
	onTestFinished(() => two.close());
	const { key, artistIds } = await two.contest('november');
	const { token } = await two.fan('reader', { earned: 1_000 });
	const statuses: string[] = [];
	for (const host of ['localhost:3000', 'localhost:3000', 'console.localhost:3000']) {
		const line = await openLine(two.port);
		const body = `{"artist_id":${artistIds[0]},"ticket_number":1}`;
		const head = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
		line.write(`POST /api/v1/rankings/vote/${key} HTTP/1.1\r\nHost: ${host}\r\n${head}\r\n${body}`);
		statuses.push((await line.answer()).head.slice(9, 12));
	}
	expect(statuses).toEqual(['200', '200', '404']);
});
