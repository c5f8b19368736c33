/**
 * `npm run bench -- soak [--minutes N]`: half of the highest rate for half an hour. Between stretches of load, when no
 * fan is connected, it looks at what the server holds: memory, file descriptors, resources, connections to the database.
 */
import { freePort } from '../../scripts/lib/free-port.ts';
import { assertBalanced, openGround } from '../lib/ground.ts';
import { loadTool, loadVotes, USUAL } from '../lib/load.ts';
import type { Bench } from '../lib/report.ts';
import { startOurs } from '../lib/servers.ts';
import { measureSteady } from '../lib/steady.ts';
import { openInspector } from './inspector.ts';
import { growthOf, takeSample, type Quantity, type Sample } from './samples.ts';

const MINUTES = 30;
const STRETCH_S = 20;
const CONNECTIONS = 256;
/** So few that all are in the server's caches after the warm-up, on a slow machine too: a cache that fills is no leak. */
const FANS = 10_000;
/**
 * Caches fill, the compiler sees all code, and the allocator reaches its height. Of a short run, half is warm-up.
 */
const WARM_UP_S = 450;
/** Percent by which memory may grow afterwards. */
const BAR = 5;
const MEGABYTE = 1024 * 1024;
const QUANTITIES: readonly [Quantity, number][] = [
	['rss', MEGABYTE],
	['heap', MEGABYTE],
	['external', MEGABYTE],
	['descriptors', 1],
	['resources', 1],
	['connections', 1],
];

export const soak: Bench = async () => {
	const seconds = 60 * minutesAsked();
	const ground = await openGround();
	try {
		const database = await ground.database('soak');
		const port = await freePort();
		const server = await startOurs(database, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
		const inspector = await openInspector(port);
		const full = await loadVotes(server.address, USUAL, { connections: CONNECTIONS, seconds: 5 });
		const perSecond = full.perSecond / 2;
		console.log(`half of ${Math.round(full.perSecond)} votes a second for ${seconds / 60} minutes`);
		const samples: Sample[] = [];
		let [good, bad] = [full.good, full.bad];
		const startedAt = performance.now();
		const elapsed = () => (performance.now() - startedAt) / 1000;
		while (elapsed() < seconds) {
			const steady = { perSecond, seconds: STRETCH_S, connections: CONNECTIONS, fans: FANS };
			const load = await measureSteady(server.address, steady);
			good += load.good;
			bad += load.bad;
			const sample = await takeSample(inspector, database, server.child.pid ?? 0, elapsed());
			samples.push(sample);
			console.log(lineOf(sample, load.p99Ms));
		}
		inspector.close();
		await server.terminate();
		const stored = await assertBalanced(database);
		const warm = samples.filter(({ at }) => at > Math.min(WARM_UP_S, seconds / 2));
		const metrics: Record<string, number | string> = {
			load: `${loadTool} and sockets, ${CONNECTIONS} connections`,
			minutes: seconds / 60,
			half_rate_per_second: perSecond,
			votes_acknowledged: good,
			votes_stored: stored,
			refused_or_lost: bad,
			samples_after_warm_up: warm.length,
		};
		for (const [quantity, unit] of QUANTITIES) {
			const { first, last, percent } = growthOf(warm, quantity);
			metrics[`${quantity}_first`] = first / unit;
			metrics[`${quantity}_last`] = last / unit;
			metrics[`${quantity}_growth_percent`] = percent;
		}
		const grows = QUANTITIES.filter(([quantity]) => growthOf(warm, quantity).percent >= BAR).map(
			([quantity]) => quantity,
		);
		metrics['over_the_bar'] = grows.join(', ') || 'nothing';
		return { metrics, ratios: {} };
	} finally {
		await ground.close();
	}
};

function minutesAsked(): number {
	const at = process.argv.indexOf('--minutes');
	return at < 0 ? MINUTES : Number(process.argv[at + 1]);
}

function lineOf({ at, rss, heap, descriptors, resources, connections }: Sample, p99Ms: number): string {
	const [rssMb, heapMb] = [rss, heap].map((bytes) => (bytes / MEGABYTE).toFixed(1));
	return `${at.toFixed(0).padStart(5)} s  rss ${rssMb} MB  heap ${heapMb} MB  descriptors ${descriptors}  resources ${resources}  connections ${connections}  p99 ${p99Ms.toFixed(0)} ms`;
}
