/**
 * `npm run bench -- soak [--minutes N]`: half of the highest rate for half an hour. Between stretches of load, when no
 * fan is connected, it looks at what the server holds: memory, file descriptors, connections to the database.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { one } from '#server/kernel/database.ts';
import { freePort } from '../scripts/lib/free-port.ts';
import { median } from '../testkit/quantile.ts';
import { pressVotes } from './lib/crowd.ts';
import { assertBalanced, openGround, type BenchDatabase } from './lib/ground.ts';
import { loadVotes, USUAL } from './lib/load.ts';
import type { Bench, Result } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';

const MINUTES = 30;
const STRETCH_S = 20;
const CONNECTIONS = 256;
/** So few that all are in the server's caches after the warm-up, on a slow machine too: a cache that fills is no leak. */
const FANS = 10_000;
/**
 * Caches fill, the compiler sees all code, and the allocator reaches its height. Of a short run, half is warm-up.
 */
const WARM_UP_S = 450;
/** Percent by which each quantity may grow afterwards. */
const BAR = 5;

interface Sample {
	rss_mb: number;
	heap_mb: number;
	/** File descriptors, sockets among them. NaN where the system does not tell. */
	descriptors: number;
	/** Connections to the database. */
	connections: number;
}

/** A pool's connections come and go, so one more in the middle says nothing. A leak raises the fewest that are ever open. */
const leastOf = (values: readonly number[]) => Math.min(...values);
const QUANTITIES: Record<keyof Sample, (values: readonly number[]) => number> = {
	rss_mb: median,
	heap_mb: median,
	descriptors: leastOf,
	connections: leastOf,
};

export const soak: Bench = async () => {
	const at = process.argv.indexOf('--minutes');
	const seconds = 60 * (at < 0 ? MINUTES : Number(process.argv[at + 1]));
	const ground = await openGround();
	try {
		const database = await ground.database('soak');
		const port = await freePort();
		const server = await startOurs(database, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
		const inspector = await openInspector(port);
		const full = await loadVotes(server.address, USUAL, { connections: CONNECTIONS, seconds: 5 });
		const steady = { perSecond: full.perSecond / 2, seconds: STRETCH_S, connections: CONNECTIONS, fans: FANS };
		console.log(`half of ${Math.round(full.perSecond)} votes a second for ${seconds / 60} minutes`);
		const warm: Sample[] = [];
		let [good, bad] = [full.good, full.bad];
		const startedAt = performance.now();
		const elapsed = () => (performance.now() - startedAt) / 1000;
		while (elapsed() < seconds) {
			const load = await pressVotes(server.address, steady);
			good += load.cast;
			bad += load.gaveUp;
			const sample = await takeSample(inspector, database, server.child.pid ?? 0);
			if (elapsed() > Math.min(WARM_UP_S, seconds / 2)) warm.push(sample);
			console.log(`${elapsed().toFixed(0).padStart(5)} s  p99 ${load.p99Ms.toFixed(0)} ms`, sample);
		}
		inspector.close();
		await server.terminate();
		const metrics: Result['metrics'] = {
			load: `wrk and sockets, ${CONNECTIONS} connections`,
			minutes: seconds / 60,
			half_rate_per_second: steady.perSecond,
			votes_acknowledged: good,
			votes_stored: await assertBalanced(database),
			refused_or_lost: bad,
			samples_after_warm_up: warm.length,
		};
		const third = Math.max(1, Math.floor(warm.length / 3));
		const grown: string[] = [];
		for (const [name, typical] of Object.entries(QUANTITIES)) {
			const values = warm.map((sample) => sample[name as keyof Sample]);
			const [first, last] = [typical(values.slice(0, third)), typical(values.slice(-third))];
			const percent = (100 * (last - first)) / first;
			Object.assign(metrics, { [`${name}_first`]: first, [`${name}_last`]: last, [`${name}_growth_percent`]: percent });
			if (percent >= BAR) grown.push(name);
		}
		metrics['over_the_bar'] = grown.join(', ') || 'nothing';
		return { metrics, ratios: {} };
	} finally {
		await ground.close();
	}
};

const LOOKS_MAX = 20;
const LOOK_EVERY_MS = 500;

async function takeSample(inspector: Inspector, { db }: BenchDatabase, pid: number): Promise<Sample> {
	// Connections that the load closed need a moment to end on the other side. Gives up on a server that stays busy.
	let descriptors = Infinity;
	for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
		const now = descriptorsOf(pid);
		if (!(now < descriptors)) break;
		descriptors = now;
		await pause(LOOK_EVERY_MS);
	}
	const text = 'select count(*) as connections from pg_stat_activity where datname = current_database()';
	const { connections } = await one<{ connections: number }>(db, { text });
	return { ...(await inspector.look()), descriptors: descriptorsOf(pid), connections };
}

function descriptorsOf(pid: number): number {
	try {
		return readdirSync(`/proc/${pid}/fd`).length;
	} catch {
		return Number.NaN;
	}
}

interface Inspector {
	/** Memory after a full garbage collection. */
	look(): Promise<Pick<Sample, 'rss_mb' | 'heap_mb'>>;
	close(): void;
}

interface Message {
	id: number;
	result: { result?: { value: Pick<Sample, 'rss_mb' | 'heap_mb'> } };
}

const LOOK = `(({ rss, heapUsed }) => ({ rss_mb: rss / 2 ** 20, heap_mb: heapUsed / 2 ** 20 }))(process.memoryUsage())`;

/**
 * Looks into a running server through Node's own inspector, so that the server needs nothing for it.
 * @param port of a process that was started with `--inspect`
 */
async function openInspector(port: number): Promise<Inspector> {
	const targets = await fetch(`http://127.0.0.1:${port}/json/list`);
	const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[];
	if (!target) throw new Error('The process has no inspector');
	const socket = new WebSocket(target.webSocketDebuggerUrl);
	await new Promise((resolve, reject) => {
		socket.addEventListener('open', resolve);
		socket.addEventListener('error', reject);
	});
	let id = 0;

	/** One call after the other. */
	function call(method: string, params: object = {}): Promise<Message> {
		id += 1;
		socket.send(JSON.stringify({ id, method, params }));
		return new Promise((resolve) => {
			socket.addEventListener('message', function hear({ data }) {
				const message = JSON.parse(String(data)) as Message;
				if (message.id !== id) return;
				socket.removeEventListener('message', hear);
				resolve(message);
			});
		});
	}

	return {
		async look() {
			await call('HeapProfiler.collectGarbage');
			const { result } = await call('Runtime.evaluate', { expression: LOOK, returnByValue: true });
			if (!result.result) throw new Error('The inspector told nothing of memory');
			return result.result.value;
		},
		close: () => socket.close(),
	};
}
