/** A server of its own for `/metrics`: the site's has no such address, and this one serves nothing else. */
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cached } from '#server/kernel/cache.ts';

export interface Exposition {
	contentType: string;
	text(): Promise<string>;
}

/** Scrapers that ask within this time get the same text. */
const REMEMBERED_MS = 1_000;
/** A scraper needs one connection. */
const CONNECTIONS_MAX = 32;

/** @throws {Error} if the address is taken or not of this machine */
export async function listenForScrapes({ port, host }: { port: number; host: string }, exposition: Exposition) {
	const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, answer(exposition));
	server.maxConnections = CONNECTIONS_MAX;
	server.listen(port, host);
	await once(server, 'listening');
	const { address, family, port: taken } = server.address() as AddressInfo;
	return {
		address: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`,
		async close() {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}

function answer({ contentType, text }: Exposition): RequestListener {
	const read = cached(REMEMBERED_MS, text);

	async function expose(response: ServerResponse): Promise<void> {
		try {
			const body = await read();
			response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body);
		} catch {
			response.writeHead(500).end();
		}
	}

	return ({ url = '', method }, response) => {
		if (url.split('?', 1)[0] !== '/metrics') response.writeHead(404).end();
		else if (method === 'GET' || method === 'HEAD') void expose(response);
		else response.writeHead(405, { allow: 'GET, HEAD' }).end();
	};
}
