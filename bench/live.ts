/** Twenty thousand listeners on two processes, one update a second: who hears it, how late, and what a listener costs. */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '../testkit/processes.ts';
import { median, quantile } from '../testkit/quantile.ts';
import { openGround, tokenOf, RANKING } from './lib/ground.ts';
import { startListeners, type Listeners } from './lib/listeners.ts';
import type { Bench } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';
import { randomBytes } from 'node:crypto';

const PROCESSES = 2;
const LISTENERS_EACH = 10_000;
const EVERY_MS = 1_000;
/** An update that has not arrived after this time counts as missed. */
const LATEST_MS = 5_000;

export const live: Bench = async ({ updates }) => {
	await using closing = new AsyncDisposableStack();
	const database = await closing.use(await openGround()).database('ours');
	const servers = await Promise.all(Array.from({ length: PROCESSES }, () => startOurs(database)));
	for (const server of servers) closing.defer(async () => void (await server.terminate()));
	const crowds: Listeners[] = [];
	// Baseline memory of the processes, before any listener connects.
	for (const { address } of servers) await voteOnce(address);
	await pause(EVERY_MS);
	const before = await residentKilobytes(servers);
	for (const { address } of servers)
		crowds.push(closing.adopt(await startListeners(address, LISTENERS_EACH), (crowd) => crowd.stop()));
	await pause(2 * EVERY_MS);
	const after = await residentKilobytes(servers);
	const delays: number[] = [];
	let missed = 0;
	for (let update = 0; update < updates; update += 1) {
		const sentAt = Date.now();
		// In turns: the listeners of one process hear of votes that another one took.
		const total = await voteOnce(servers[update % PROCESSES]?.address ?? '');
		for (const heard of await Promise.all(crowds.map((crowd) => crowd.heard(total, LATEST_MS)))) {
			missed += heard.missed;
			delays.push(...heard.times.map((at) => at - sentAt));
		}
		await pause(Math.max(0, sentAt + EVERY_MS - Date.now()));
	}
	const listeners = PROCESSES * LISTENERS_EACH;
	return {
		metrics: {
			processes: PROCESSES,
			listeners,
			updates,
			missed,
			p50_ms: median(delays),
			p99_ms: quantile(delays, 0.99),
			kilobytes_per_listener: (after - before) / listeners,
		},
		ratios: {},
	};
};

let total = 0;

/** Gives the total that includes it. */
async function voteOnce(address: string): Promise<number> {
	await castVote(`${address}/api/v1`, tokenOf(1));
	total += 1;
	return total;
}

/** Of all processes together; NaN where Linux does not tell. */
async function residentKilobytes(servers: readonly ServerProcess[]): Promise<number> {
	let sum = 0;
	for (const { child } of servers) {
		const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
		sum += Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
	}
	return sum;
}

/** @throws {Error} if the vote is refused */
async function castVote(api: string, token: string): Promise<void> {
	const key = randomBytes(16).toString('base64url');
	const response = await fetch(`${api}/rankings/vote/${RANKING}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
		body: JSON.stringify({ artist_id: 1, ticket_number: 1 }),
	});
	if (!response.ok) throw new Error(`The vote was refused: ${await response.text()}`);
	await response.arrayBuffer();
}
