/** Metrics of this process in the format of OpenMetrics, for scrapers (docs/operating/observation.md). */
import type { FastifyBaseLogger } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { StartRefused } from '#server/config/refused.ts';
import { openDatabase } from '#server/db/pool.ts';
import { OF_SCRAPES } from '#server/db/timeouts.ts';
import type { Gauges } from '#server/kernel/signals/signals.ts';
import { listenForScrapes } from './listener.ts';
import { type Pools, processMetrics, type OurRegistry } from './process.ts';
import { siteMetrics } from './site.ts';

export interface MetricsDeps {
	listen: { port: number; host: string };
	/** Of the database: metrics have one connection of their own, and take none from fans. */
	url: string;
	gauges: Gauges;
	pools: Pools;
	log: Pick<FastifyBaseLogger, 'warn'>;
}

export type Metrics = Awaited<ReturnType<typeof startMetrics>>;

/** Gauges of the library with a counter's name, which promtool warns of. Their parts by type stay. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** @throws {StartRefused} if it cannot listen there */
export async function startMetrics({ listen, url, gauges, pools, log }: MetricsDeps) {
	const registry: OurRegistry = new Registry();
	registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
	const db = openDatabase(url, { max: 1, timeouts: OF_SCRAPES });
	collectDefaultMetrics({ register: registry });
	for (const name of MISNAMED) registry.removeSingleMetric(name);
	const stopListening = processMetrics(registry, gauges, pools);
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
			stopListening();
			await listener.close();
			await db.close();
		},
	};
}
