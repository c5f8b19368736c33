/** What a caller learns of a refusal. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { dataOf, send, isRefusal, isTransient, Problem } from './call.ts';

const busy = JSON.stringify({ code: 503, message: 'busy', data: null, error: 'busy' });

async function refusalOf(body: string, headers: Record<string, string>, status = 503): Promise<unknown> {
	const server = createServer((_, response) => response.writeHead(status, headers).end(body));
	await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
	try {
		const { port } = server.address() as AddressInfo;
		return dataOf(await send(`http://127.0.0.1:${port}/`, {}, {}));
	} catch (error) {
		return error;
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

it.each([
	['an envelope', busy],
	['a page of a proxy', '<html>'],
])('hears when to ask again, of %s', async (_, body) => {
	expect(await refusalOf(body, { 'retry-after': '4' })).toMatchObject({ code: 503, retryAfter: 4 });
});

it.each([{}, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, { 'retry-after': '-1' }])(
	'takes %o for no word',
	async (headers) => {
		const refusal = await refusalOf(busy, headers as Record<string, string>);
		expect(refusal).toBeInstanceOf(Problem);
		expect(refusal).toMatchObject({ retryAfter: undefined });
	},
);

it.each([200, 201, 204, 400, 401, 403, 404, 405, 407, 409, 410, 418, 451, 500, 502, 511, 520, 530])(
	'takes a page of status %i for no word of the site: it may have acted, and a repeated call may succeed',
	async (status) => {
		for (const body of ['<html>Welcome to our Wi-Fi', '', '{"message":"Forbidden"}', 'null', '[]', '"busy"', '403']) {
			const answer = await refusalOf(body, {}, status);
			expect([isTransient(answer), isRefusal(answer)], body).toEqual([true, false]);
		}
	},
);

it('knows the limits of a proxy by their status', async () => {
	const large = await refusalOf('<html>Request Entity Too Large', {}, 413);
	expect([large, isRefusal(large)]).toMatchObject([{ slug: 'body_too_large' }, true]);
	const answer = await refusalOf('<html>Slow down', { 'retry-after': '9' }, 429);
	expect(answer).toMatchObject({ slug: 'too_many_requests', retryAfter: 9 });
	expect([isTransient(answer), isRefusal(answer)]).toEqual([false, true]);
});
