/**
 * `npm run bench -- soak [--minutes N]`: half of the highest rate for half an hour. Between stretches of load, when no
 * fan is connected, it looks at what the server holds: memory, file descriptors, resources, connections to the database.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { one } from '#server/kernel/database.ts';
import { freePort } from '../scripts/lib/free-port.ts';
import { median } from '../testkit/quantile.ts';
import { pressVotes } from './lib/crowd.ts';
import { assertBalanced, openGround, type BenchDatabase } from './lib/ground.ts';
import { loadTool, loadVotes, USUAL } from './lib/load.ts';
import type { Bench } from './lib/report.ts';
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
			const load = await pressVotes(server.address, steady);
			good += load.cast;
			bad += load.gaveUp;
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

const LOOKS_MAX = 20;
const LOOK_EVERY_MS = 500;

interface Sample extends Inside {
	/** Seconds since the start. */
	at: number;
	/** File descriptors, sockets among them. Null where the system does not tell. */
	descriptors: number | null;
	/** Connections to the database. */
	connections: number;
}

async function takeSample(inspector: Inspector, { db }: BenchDatabase, pid: number, at: number): Promise<Sample> {
	const inside = await lookAtRest(inspector);
	const text = 'select count(*) as connections from pg_stat_activity where datname = current_database()';
	const { connections } = await one<{ connections: number }>(db, { text });
	return { ...inside, at, descriptors: descriptorsOf(pid), connections };
}

/** Connections that the load closed need a moment to end on the other side. Gives up on a server that stays busy. */
async function lookAtRest(inspector: Inspector): Promise<Inside> {
	let inside = await inspector.look();
	for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
		await pause(LOOK_EVERY_MS);
		const next = await inspector.look();
		if (next.resources >= inside.resources) return next;
		inside = next;
	}
	return inside;
}

type Quantity = Exclude<keyof Sample, 'at'>;

/** The first and the last third, and the growth between them in percent. */
function growthOf(samples: readonly Sample[], quantity: Quantity): { first: number; last: number; percent: number } {
	const third = Math.max(1, Math.floor(samples.length / 3));
	const values = samples.map((sample) => sample[quantity] ?? Number.NaN);
	const typical = COUNTS.has(quantity) ? leastOf : median;
	const [first, last] = [typical(values.slice(0, third)), typical(values.slice(-third))];
	return { first, last, percent: (100 * (last - first)) / first };
}

/** A pool's connections come and go, so one more in the middle says nothing. A leak raises the fewest that are ever open. */
const COUNTS: ReadonlySet<Quantity> = new Set<Quantity>(['descriptors', 'resources', 'connections']);
const leastOf = (values: readonly number[]) => Math.min(...values);

function descriptorsOf(pid: number): number | null {
	try {
		return readdirSync(`/proc/${pid}/fd`).length;
	} catch {
		return null;
	}
}

interface Inspector {
	/** Memory (bytes) and open resources, after a full garbage collection. */
	look(): Promise<Inside>;
	close(): void;
}

interface Inside {
	rss: number;
	heap: number;
	/** Memory of buffers, outside of the heap. */
	external: number;
	/** Sockets, servers, timers and requests that keep the process alive. */
	resources: number;
}

interface Message {
	id: number;
	result: { result?: { value: string } };
}

const LOOK = `JSON.stringify((({ rss, heapUsed, external }) =>
	({ rss, heap: heapUsed, external, resources: process.getActiveResourcesInfo().length }))(process.memoryUsage()))`;

/**
 * Looks into a running server through Node's own inspector, so that the server needs nothing for it.
 * @param port of a process that was started with `--inspect`
 */
async function openInspector(port: number): Promise<Inspector> {
	const targets = await fetch(`http://127.0.0.1:${port}/json/list`);
	const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[];
	if (!target) throw new Error('The process has no inspector');
	const socket = new WebSocket(target.webSocketDebuggerUrl);
	const waiting = new Map<number, (message: Message) => void>();
	socket.addEventListener('message', ({ data }) => {
		const message = JSON.parse(String(data)) as Message;
		waiting.get(message.id)?.(message);
		waiting.delete(message.id);
	});
	await new Promise((resolve, reject) => {
		socket.addEventListener('open', resolve);
		socket.addEventListener('error', reject);
	});
	let sent = 0;

	function call(method: string, params: object = {}): Promise<Message> {
		sent += 1;
		const id = sent;
		socket.send(JSON.stringify({ id, method, params }));
		return new Promise((resolve) => void waiting.set(id, resolve));
	}

	return {
		async look() {
			await call('HeapProfiler.collectGarbage');
			const { result } = await call('Runtime.evaluate', { expression: LOOK, returnByValue: true });
			return JSON.parse(result.result?.value ?? '{}') as Inside;
		},
		close: () => socket.close(),
	};
}
