/** Requests refused before they reach a call, or for their form. They get the usual envelope without echoed input. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, calls } from '#contract/calls.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { problems, type ProblemSlug } from '#contract/problems.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';
import { buildWhenStale } from '../../../scripts/lib/steps.ts';

const site = beforeTests(() => openSite({ listens: true }));
const fan = beforeTests(() => aPerson(site.owner, 'ana'));

const envelopeOf = (slug: ProblemSlug) => {
	const { status, message } = problems[slug];
	return { code: status, message, data: null, error: slug };
};

/** One request as it stands, over a connection of its own. */
async function send(request: string): Promise<string> {
	const socket = connect(site.port, '127.0.0.1');
	await once(socket, 'connect');
	const answer = text(socket);
	socket.write(request);
	return answer;
}

const MARK = 'A-MARK-THAT-NOBODY-REPEATS';

describe('in the envelope', () => {
	it.each<[string, string, ProblemSlug]>([
		['a part of the address beyond any length', `/artists/detail/${MARK.repeat(8)}`, 'address_too_long'],
		['an address that is no text', `/artists/detail/%E0%A4${MARK}`, 'invalid_request'],
		['an address that no call has', `/nothing/${MARK}`, 'not_found'],
	])('%s is refused', async (_, path, slug) => {
		const answer = await site.app.inject(API_BASE + path);
		expect([answer.statusCode, answer.json()]).toEqual([problems[slug].status, envelopeOf(slug)]);
	});

	it.each<[string, string, ProblemSlug]>([
		[
			'headers beyond 16 KB',
			`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${MARK.repeat(1_000)}\r\n\r\n`,
			'headers_too_large',
		],
		[
			'headers beyond 16 KB, after another request',
			`GET /nothing HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nX: ${MARK.repeat(1_000)}\r\n\r\n`,
			'headers_too_large',
		],
		['what is no HTTP', `${MARK} \0 nonsense\r\n\r\n`, 'invalid_request'],
	])('%s is refused', async (_, request, slug) => {
		// The last of what was answered on the connection.
		const [head = '', body = ''] = (await send(request)).split('\r\n\r\n').slice(-2);
		expect(head).toMatch(new RegExp(`HTTP/1.1 ${problems[slug].status} `));
		expect(JSON.parse(body)).toEqual(envelopeOf(slug));
	});
});

describe('a method that a call does not have', () => {
	const asked = [...calls.map(({ endpoint }) => endpoint), ...operatorCalls];

	it('is refused too where the framework would ask for a body first', async () => {
		const answer = await send('QUERY /api/v1/checkin/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
		expect(answer).toMatch(/^HTTP\/1.1 405 /);
		expect(answer).toMatch(/^allow: GET, HEAD\r$/m);
	});

	it.each(asked.map((endpoint) => [endpoint.name, endpoint] as const))(
		'is refused by %s, which says what it has',
		async (_, endpoint) => {
			const url = API_BASE + endpoint.path.replaceAll(/:[a-z_]+/g, '1');
			const answer = await site.app.inject({ method: 'PATCH', url });
			expect([answer.statusCode, answer.json()]).toEqual([405, envelopeOf('method_not_allowed')]);
			expect(String(answer.headers['allow']).split(', ')).toEqual(expect.arrayContaining([...endpoint.methods]));
		},
	);
});

it.each([
	[{ artist_id: 'x', ticket_number: 1 }, 'artist_id: must be a whole number'],
	[{ artist_id: 1e12, ticket_number: 1 }, 'artist_id: must be at most 2147483647'],
	[{ artist_id: 0, ticket_number: 1 }, 'artist_id: must be more than 0'],
	[[MARK], 'body: must be of the type object'],
])('a refusal names the field and says what is wrong %j', async (body, message) => {
	const answer = await site.ask({ path: '/rankings/vote/november', token: fan.token, body });
	expect([answer.status, answer.body.error, answer.body.message]).toEqual([400, 'invalid_request', message]);
});

it('an empty Idempotency-Key protects nothing, and is refused instead of being replaced', async () => {
	const body = { artist_id: 1, ticket_number: 1 };
	const asked = { path: '/rankings/vote/november', token: fan.token, body, headers: { 'idempotency-key': '' } };
	const answer = await site.ask(asked);
	expect([answer.status, answer.body.error]).toEqual([400, 'invalid_idempotency_key']);
});

it('what is allowed at an address is what the router finds there: words before parameters', async () => {
	const answer = await site.app.inject({
		method: 'PATCH',
		url: `${API_BASE}/console/rankings/november/entries/import`,
	});
	expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
});

describe('whatever a visitor’s browser, or what stands before it, asks besides', () => {
	beforeAll(() => buildWhenStale());
	const content = beforeTests(() => aWholeSite(site));
	/** One address of each kind that is served. */
	const addresses = async (): Promise<string[]> => {
		const { body } = await site.app.inject('/');
		const linked = [/\/assets\/[^"]+\.js/, /\/assets\/[^"]+\.css/, /\/media\/[^" ]+/, /\/share\/[^" ]+/].map(
			(one) => one.exec(body)?.[0] ?? '',
		);
		const files = ['/favicon.svg', '/audit-log.mjs', '/service-worker.js', '/site.webmanifest', '/robots.txt'];
		const pages = [
			'/',
			'/leader-board',
			`/news/${content.articles[0]}`,
			'/status',
			'/console',
			'/nowhere',
			'/sitemap.xml',
		];
		const reads = [`${API_BASE}/rankings/detail?ranking_key=november`, `${API_BASE}/news/list?page=1`, '/healthz'];
		return [...linked.filter((one) => one !== ''), ...files, ...pages, ...reads];
	};
	const HEADERS: [string, string][] = [
		...['"x"', '*', 'W/"x"', 'x', ''].flatMap((tag): [string, string][] => [
			['if-match', tag],
			['if-none-match', tag],
			['if-range', tag],
		]),
		...['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT'].flatMap(
			(at): [string, string][] => [
				['if-unmodified-since', at],
				['if-modified-since', at],
			],
		),
		...['bytes=0-9', 'bytes=-5', 'bytes=999999999-', 'bytes=9-2', 'bytes=a-b', 'lines=1-2', 'bytes=0-0,2-2,4-4'].map(
			(range): [string, string] => ['range', range],
		),
		['accept-encoding', 'identity;q=0, *;q=0'],
		['accept-language', '-,__proto__;q=9,*;q=x'],
		['cookie', 'language=%ff; theme=\u0080; =; ;;; __proto__=1'],
		['x-forwarded-for', 'unknown, 1.2.3.4:5, [::1]:9'],
		['expect', 'nothing'],
	];

	it('is no fault of ours', async () => {
		const found = await addresses();
		expect(found.length).toBeGreaterThan(16);
		const faults: string[] = [];
		for (const url of found)
			for (const [name, value] of HEADERS)
				for (const method of ['GET', 'HEAD'] as const) {
					const { statusCode } = await site.app.inject({ url, method, headers: { [name]: value } });
					if (statusCode >= 500) faults.push(`${statusCode} ${method} ${url} ${name}: ${value}`);
				}
		expect(faults).toEqual([]);
	});

	it.each(['/%', '/artist/%E0%A4', '/artist/%ff?from=home', '/%EC%95', '/news/%zz', '/a%2', '/rank_rewards%'])(
		'the cut link %s leads to a page, not to JSON',
		async (url) => {
			const { statusCode, headers } = await site.app.inject({ url, headers: { accept: 'text/html' } });
			expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
		},
	);
});
