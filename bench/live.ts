/** Twenty thousand listeners on two processes, one update a second: who hears it, how late, and what a listener costs. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '../testkit/processes.ts';
import { median, quantile } from '../testkit/quantile.ts';
import { openGround, tokenOf, RANKING } from './lib/ground.ts';
import type { HeardAt } from './lib/listeners.ts';
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
	// Baseline memory of the processes, before any listener connects.
	for (const { address } of servers) await castVote(address);
	await pause(EVERY_MS);
	const before = await residentKilobytes(servers);
	const crowds = servers.map(({ address }) => {
		const args = [address, String(LISTENERS_EACH)];
		return closing.adopt(fork(join(import.meta.dirname, 'lib/listeners.ts'), args), (crowd) => void crowd.kill());
	});
	await Promise.all(crowds.map((crowd) => once(crowd, 'message')));
	await pause(2 * EVERY_MS);
	const after = await residentKilobytes(servers);
	const sentAt: number[] = [];
	for (let update = 0; update < updates; update += 1) {
		sentAt.push(Date.now());
		// In turns: the listeners of one process hear of votes that another one took.
		await castVote(servers[update % PROCESSES]?.address ?? '');
		await pause(Math.max(0, (sentAt.at(-1) ?? 0) + EVERY_MS - Date.now()));
	}
	await pause(LATEST_MS);
	const delays: number[] = [];
	for (const crowd of crowds) {
		crowd.send('tell');
		const [heardAt] = (await once(crowd, 'message')) as [HeardAt];
		for (const [update, at] of sentAt.entries())
			delays.push(...(heardAt[PROCESSES + update + 1] ?? []).map((heard) => heard - at));
	}
	const listeners = PROCESSES * LISTENERS_EACH;
	return {
		metrics: {
			processes: PROCESSES,
			listeners,
			updates,
			missed: listeners * updates - delays.filter((delay) => delay <= LATEST_MS).length,
			p50_ms: median(delays),
			p99_ms: quantile(delays, 0.99),
			kilobytes_per_listener: (after - before) / listeners,
		},
		ratios: {},
	};
};

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
async function castVote(address: string): Promise<void> {
	const key = randomBytes(16).toString('base64url');
	const response = await fetch(`${address}/api/v1/rankings/vote/${RANKING}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(1)}`, 'idempotency-key': key },
		body: JSON.stringify({ artist_id: 1, ticket_number: 1 }),
	});
	if (!response.ok) throw new Error(`The vote was refused: ${await response.text()}`);
	await response.arrayBuffer();
}
