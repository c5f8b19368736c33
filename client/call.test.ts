/** What a caller learns of a refusal. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { dataOf, send } from './call.ts';
import { Problem } from './problem.ts';

const busy = JSON.stringify({ code: 503, message: 'busy', data: null, error: 'busy' });

async function refusalOf(body: string, headers: Record<string, string>): Promise<unknown> {
	const server = createServer((_, response) => response.writeHead(503, headers).end(body));
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
