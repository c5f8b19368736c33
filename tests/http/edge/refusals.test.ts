/** What holds for every call: handlers, documents, refusals in the envelope by their field, and the application's role. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { API_BASE, calls } from '#contract/calls.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { problems, type ProblemSlug } from '#contract/problems.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openApiDocument, operatorsDocument } from '#server/http/openapi/routes.ts';
import { readClockDefinition, SHIPPED_CLOCK } from '#server/http/health.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { sql } from '#server/kernel/database.ts';
import { encodeCursor } from '#server/kernel/paging.ts';
import { artistFields } from '../../fixtures/site/artists.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';
import { execute, withDatabase } from '../../../testkit/execute.ts';
import { type Ask, beforeTests, openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(() => openSite({ pages: true, listens: true }));
const fan = beforeTests(() => site.fan('ana'));

const envelopeOf = (slug: ProblemSlug) => {
	const { status, message } = problems[slug];
	return { code: status, message, data: null, error: slug };
};

/** One request as it stands, over a connection of its own. */
async function send(request: string): Promise<string> {
	const socket = connect(site.port, '127.0.0.1');
	await once(socket, 'connect');
	socket.write(request);
	return text(socket);
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

	const first = 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n';
	const large = `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${MARK.repeat(1_000)}\r\n\r\n`;
	it.each<[string, string, ProblemSlug]>([
		['headers beyond 16 KB', large, 'headers_too_large'],
		['headers beyond 16 KB, after another request', first + large, 'headers_too_large'],
		['what is no HTTP', `${MARK} \0 nonsense\r\n\r\n`, 'invalid_request'],
	])('%s is refused', async (_, request, slug) => {
		// The last of what was answered on the connection.
		const [head = '', body = ''] = (await send(request)).split('\r\n\r\n').slice(-2);
		expect(head).toMatch(new RegExp(`HTTP/1.1 ${problems[slug].status} `));
		expect(JSON.parse(body)).toEqual(envelopeOf(slug));
	});
});

it.each(['http://x', 'HTTPS://user@x:8443'])('a proxy may write %s before the path', async (before) => {
	const answer = await send(`GET ${before}/News/?a=%2F HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
	expect(answer).toMatch(/^location: \/news\?a=%2F\r$/m);
});

describe('a method that a call does not have', () => {
	const asked = [...calls.map(({ endpoint }) => endpoint), ...operatorCalls];

	it('is refused too where the framework would ask for a body first', async () => {
		const answer = await send('QUERY /api/v1/checkin/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
		expect(answer).toMatch(/^HTTP\/1.1 405 /);
		expect(answer).toMatch(/^allow: GET, HEAD\r$/m);
	});

	it.each(asked.map((one) => [one.name, one] as const))('is refused by %s, which says what it has', async (_, one) => {
		const url = API_BASE + one.path.replaceAll(/:[a-z_]+/g, '1');
		const answer = await site.app.inject({ method: 'PATCH', url });
		expect([answer.statusCode, answer.json()]).toEqual([405, envelopeOf('method_not_allowed')]);
		expect(String(answer.headers['allow']).split(', ')).toEqual(expect.arrayContaining([...one.methods]));
	});

	it('is told by what the router finds at its address: words before parameters', async () => {
		const url = `${API_BASE}/console/rankings/november/entries/import`;
		const answer = await site.app.inject({ method: 'PATCH', url });
		expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
	});
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

const viewer = beforeTests(() => site.operator('viewer'));

async function refusalOf(ask: Ask): Promise<[number, string | undefined, string]> {
	const { status, body } = await site.ask({ token: fan.token, ...ask });
	return [status, body.error, body.message.split(':')[0] ?? ''];
}

const BAD_TEXTS = {
	NUL: 'a\0b',
	'half of a character': 'a\ud800b',
	'an escape': 'a\u001b[31mb',
	'a C1 control': 'a\u0080b',
};

it.each(['0000-01-01', '1899-12-31', '2999-01-01', '2001-02-29'])('nobody is born on %s', async (birthday) => {
	const editor = await site.operator('editor');
	const headers = { cookie: editor.cookie, 'x-lightstick-console': '1' };
	const body = artistFields({ kind: 'solo', gender: 1, birthday });
	expect(await refusalOf({ path: '/console/artists', headers, body })).toEqual([400, 'invalid_request', 'birthday']);
});

// Half of a character has no form in an address: its bytes are no UTF-8.
const IN_ADDRESSES = Object.entries(BAD_TEXTS).filter(([, bad]) => bad.isWellFormed());

it.each(IN_ADDRESSES)('%s is refused in every text of an address, by its field', async (_, bad) => {
	const written = encodeURIComponent(bad);
	for (const [field, path] of [
		['search_keyword', `/news/list?search_keyword=${written}`],
		['payment_method', `/orders/pay?trade_no=aaaaaaaaaaaa&payment_method=${written}`],
		['callback_url', `/login/sso?sso_type=google&callback_url=http://localhost:3000/${written}`],
		['id', `/configurations/view-detail?id=${written}`],
		['trade_no', `/orders/detail/${written}`],
		['ranking_key', `/rankings/detail?ranking_key=${written}`],
	] as const) {
		expect(await refusalOf({ path })).toEqual([400, 'invalid_request', field]);
	}
});

it.each<[path: string, parts: (string | number)[]]>([
	...Object.values(BAD_TEXTS).map((bad): [string, (string | number)[]] => ['/console/artists?', [bad, 1]]),
	['/console/artists?', ['', 2_147_483_648]],
	['/console/artists?', ['', 1.5]],
	['/console/news?', [1, 2_147_483_648]],
	['/console/rankings?', [1e300, 1]],
	['/console/rankings?', [-0.5, 1]],
	['/console/fans?', [1e21]],
	['/console/cases?', [1e19]],
	['/console/audit?', [0.1]],
])('%s: a list is not continued from a place that no row can have: %j', async (path, parts) => {
	const asked = { path: `${path}cursor=${encodeCursor(parts)}`, headers: { cookie: viewer.cookie } };
	expect(await refusalOf(asked)).toEqual([400, 'invalid_request', 'cursor']);
});

it('a list is continued after the longest name of any script', async () => {
	await sql`insert into artist (kind, en_name) select 'group', repeat('한', 199) || part
		from unnest(array['가', '나']) as part`.run(site.owner);
	const list = async (cursor: string) => {
		const path = `/console/artists?search=한한&limit=1&cursor=${cursor}`;
		const { status, body } = await site.ask({ path: encodeURI(path), headers: { cookie: viewer.cookie } });
		expect(status).toBe(200);
		return body.data as { cursor: string | null };
	};
	const { cursor } = await list('');
	expect((await list(cursor ?? '')).cursor).toBeNull();
});

describe('whatever a visitor’s browser, or what stands before it, asks besides', () => {
	const content = beforeTests(() => aWholeSite(site));
	/** One address of each kind that is served. */
	const addresses = async (): Promise<string[]> => {
		const { body } = await site.app.inject('/');
		const links = [/\/assets\/[^"]+\.js/, /\/assets\/[^"]+\.css/, /\/media\/[^" ]+/, /\/share\/[^" ]+/];
		const linked = links.flatMap((one) => one.exec(body) ?? []);
		const files = '/favicon.svg /audit-log.mjs /service-worker.js /site.webmanifest /robots.txt'.split(' ');
		const pages = `/ /leader-board /news/${content.articles[0]} /status /console /nowhere /sitemap.xml`.split(' ');
		const reads = [`${API_BASE}/rankings/detail?ranking_key=november`, `${API_BASE}/news/list?page=1`, '/healthz'];
		return [...linked, ...files, ...pages, ...reads];
	};
	const each = (names: string[], values: string[]) =>
		names.flatMap((name) => values.map((value): [string, string] => [name, value]));
	const dates = ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT'];
	const HEADERS: [string, string][] = [
		...each(['if-match', 'if-none-match', 'if-range'], ['"x"', '*', 'W/"x"', 'x', '']),
		...each(['if-unmodified-since', 'if-modified-since'], dates),
		...each(
			['range'],
			'bytes=0-9 bytes=-5 bytes=999999999- bytes=9-2 bytes=a-b lines=1-2 bytes=0-0,2-2,4-4'.split(' '),
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
					const { statusCode, headers } = await site.app.inject({ url, method, headers: { [name]: value } });
					const isUnmet = statusCode === 400 && /^(?:if-|range)/.test(name);
					if (statusCode >= 500 || isUnmet) faults.push(`${statusCode} ${method} ${url} ${name}: ${value}`);
					if (!headers['cache-control']) faults.push(`${url} does not say who may keep it`);
					const isKept = headers['cache-control']?.startsWith('public') || Number(headers['x-accel-expires'] ?? 0) > 0;
					if (isKept && 'x-ratelimit-limit' in headers) faults.push(`${url} shows a visitor’s count to others`);
				}
		expect(faults).toEqual([]);
	});

	const cut = '/% /artist/%E0%A4 /artist/%ff?from=home /%EC%95 /news/%zz /a%2'.split(' ');
	it.each(cut)('the cut link %s leads to a page, not to JSON', async (url) => {
		const { statusCode, headers } = await site.app.inject({ url, headers: { accept: 'text/html' } });
		expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
	});
});

interface Operation {
	operationId: string;
	parameters: { name: string; in: string; example: unknown }[];
	requestBody?: { required: boolean; content: Record<string, { example: unknown }> };
	responses: Record<string, { $ref?: string }>;
}

interface Document {
	paths: Record<string, Record<string, Operation>>;
	components: { responses: Record<string, object> };
}

const documents: [string, Document, readonly Endpoint[]][] = [
	['fans', openApiDocument() as Document, calls.map(({ endpoint }) => endpoint)],
	['operators', operatorsDocument() as Document, operatorCalls],
];

const operationsOf = ({ paths }: Document): Operation[] => Object.values(paths).flatMap((path) => Object.values(path));

describe.each(documents)('the document of %s', (_, document, endpoints) => {
	it('has an example of every input that the call accepts', () => {
		for (const operation of operationsOf(document)) {
			const endpoint = endpoints.find(({ name, methods }) =>
				[name, ...methods.map((method) => `${name}By${method}`)].includes(operation.operationId),
			);
			const given = (place: string) => {
				const asked = operation.parameters.filter((one) => one.in === place);
				return Object.fromEntries(asked.map(({ name, example }) => [name, String(example)]));
			};
			const body = operation.requestBody?.content['application/json']?.example;
			const input = { params: given('path'), query: given('query'), body };
			for (const part of ['params', 'query', 'body'] as const) {
				const shape = endpoint?.[part];
				const issues = shape ? z.safeParse(shape, input[part]).error?.issues : undefined;
				expect([operation.operationId, part, issues]).toEqual([operation.operationId, part, undefined]);
			}
		}
	});

	it('has every call once, with refusals that are there', () => {
		const names = operationsOf(document).map(({ operationId }) => operationId);
		expect(new Set(names).size).toBe(names.length);
		expect(names).toEqual(expect.arrayContaining(endpoints.map(({ name }) => name)));
		for (const { responses } of operationsOf(document)) {
			for (const { $ref } of Object.values(responses))
				if ($ref) expect(document.components.responses).toHaveProperty([$ref.slice('#/components/responses/'.length)]);
		}
	});
});

it('operators read theirs when they are signed in; the fans’ knows nothing of it', async () => {
	const { cookie } = await site.operator('viewer');
	const answer = await site.app.inject({ url: '/api/v1/console/openapi.json', headers: { cookie } });
	expect([answer.statusCode, answer.json()]).toEqual([200, operatorsDocument()]);
	expect(JSON.stringify(openApiDocument())).not.toContain('/console');
});

beforeAll(async () => {
	const voter = await site.fan('voter', { earned: 10 });
	expect((await site.castVote(voter, await site.contest('voted', { type: 'theme' }))).status).toBe(200);
});

const FINAL = 'ranking_closing ranking_result ranking_result_entry'.split(' ');
const KEPT = 'ledger_entry vote check_in gem_lot vote_case_vote vote_void vote_restore'.split(' ');

it.each([...KEPT, ...FINAL])('the application can neither change nor delete a row of %s', async (table) => {
	const column = FINAL.includes(table) ? 'ranking_id' : 'fan_id';
	for (const statement of [`update ${table} set ${column} = 1`, `delete from ${table}`, `truncate ${table}`]) {
		await expect(site.db.query({ text: statement })).rejects.toThrow(/permission denied/);
	}
});

it('nobody changes the audit trail: neither the application nor the owner of its tables', async () => {
	for (const statement of ['update audit_entry set why = null', 'delete from audit_entry', 'truncate audit_entry']) {
		await expect(site.db.query({ text: statement })).rejects.toThrow('permission denied');
		await expect(site.owner.query({ text: statement })).rejects.toThrow('append-only');
	}
});

it('every call of the contract has a handler', () => {
	const missing = [...calls.map(({ endpoint }) => endpoint), ...operatorCalls].filter(({ methods, path }) =>
		methods.some((method) => !site.app.hasRoute({ method, url: API_BASE + path })),
	);
	expect(missing.map(({ name }) => name)).toEqual([]);
});

it('every call of a fan answers with the envelope, refusals too, and admits whom the contract says', async () => {
	const admits = { anyone: ['visitor', 'newcomer', 'fan'], 'signed-in': ['newcomer', 'fan'], registered: ['fan'] };
	for (const { endpoint } of calls) {
		const [method] = endpoint.methods;
		const url = API_BASE + endpoint.path.replaceAll(/:[a-z_]+/g, 'x-none');
		const admitted: string[] = [];
		for (const who of ['visitor', 'newcomer', 'fan']) {
			// Of each call, as one ends the session.
			const { token } = await site.fan(who, { registered: who === 'fan' });
			const headers = who === 'visitor' ? {} : { authorization: `Bearer ${token}` };
			const response = await site.app.inject({ method, url, headers });
			expect(response.headers['content-type'], endpoint.name).toContain('application/json');
			const body = response.json() as { code: number; error?: string };
			expect(body.code, endpoint.name).toBe(response.statusCode);
			if (body.error !== (who === 'visitor' ? 'sign_in_required' : 'registration_required')) admitted.push(who);
		}
		expect([endpoint.name, admitted]).toEqual([endpoint.name, admits[endpoint.access as keyof typeof admits]]);
	}
});

it('a database that was only migrated has the shipped clock and is ready; a clock turned by hand is not', async () => {
	const name = `lightstick_ready_${process.pid}`;
	const server = withDatabase(site.url, 'postgres');
	await execute(server, `create database ${name}`);
	const url = withDatabase(site.url, name);
	const db = openDatabase(url);
	try {
		await Promise.all([migrate(url), migrate(url)]);
		expect(await readClockDefinition(db)).toBe(SHIPPED_CLOCK);
		const own = await openSite({ database: { ...site, db } });
		expect((await own.app.inject('/readyz')).statusCode).toBe(200);
		expect((await own.app.inject('/healthz')).statusCode).toBe(200);
		await own.close();
	} finally {
		await db.close();
		await execute(server, `drop database ${name} with (force)`);
	}
	const turned = await site.app.inject('/readyz');
	const faults = ['lightstick_now() is not the shipped clock'];
	expect([turned.statusCode, turned.json()]).toEqual([503, { status: 'not ready', faults, degraded: [] }]);
});
