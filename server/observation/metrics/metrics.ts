/** Metrics of this process in the format of OpenMetrics, for scrapers (docs/operating/observation.md). */
import type { FastifyBaseLogger } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { StartRefused } from '#server/config/refused.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_SCRAPES } from '#server/db/connect.ts';
import type { Gauges } from '#server/kernel/signals/signals.ts';
import { type Pools, processMetrics, type OurRegistry } from './process.ts';
import { siteMetrics } from './site.ts';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cached } from '#server/kernel/cache.ts';

export interface MetricsDeps {
	listen: { port: number; host: string };
	url: string;
	gauges: Gauges;
	pools: Pools;
	log: Pick<FastifyBaseLogger, 'warn'>;
}

export type Metrics = Awaited<ReturnType<typeof startMetrics>>;

/** Gauges of the library with a counter's name, which promtool warns of. Their parts by type stay. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

export async function startMetrics({ listen, url, gauges, pools, log }: MetricsDeps) {
	const registry: OurRegistry = new Registry();
	registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
	const db = openDatabase(url, { max: 1, timeouts: OF_SCRAPES });
	collectDefaultMetrics({ register: registry });
	for (const name of MISNAMED) registry.removeSingleMetric(name);
	const stopping = new AbortController();
	processMetrics(registry, stopping.signal, gauges, pools);
	const refresh = siteMetrics(registry, db, log);
	const listener = await listenForScrapes(listen, {
		contentType: registry.contentType,
		async text() {
			await refresh();
			return registry.metrics();
		},
	}).catch((error: NodeJS.ErrnoException) => {
		throw new StartRefused(
			`METRICS_LISTEN: cannot listen on ${listen.host}, port ${listen.port}: ${error.code ?? error.message}`,
		);
	});
	return {
		address: listener.address,
		async stop(): Promise<void> {
			stopping.abort();
			await listener.close();
			await db.close();
		},
	};
}

/** A server of its own for `/metrics`: the site's has no such address, and this one serves nothing else. */
interface Exposition {
	contentType: string;
	text(): Promise<string>;
}

const REMEMBERED_MS = 1_000;
/** A scraper needs one connection. */
const CONNECTIONS_MAX = 32;

/** @throws {Error} if the address is taken or not of this machine */
async function listenForScrapes({ port, host }: { port: number; host: string }, exposition: Exposition) {
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
