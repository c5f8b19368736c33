/** Two thousand listeners on one process, one update a second: who hears it, how late, and what a listener costs. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { openGround, RANKING, tokenOf } from './lib/ground.ts';
import { median, quantile } from './lib/rounds.ts';
import type { Bench } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';

const LISTENERS = 2_000;
const AT_ONCE = 100;
const EVERY_MS = 1_000;
/** An update that has not arrived after this time counts as missed. */
const LATEST_MS = 5_000;

export const live: Bench = async ({ updates }) => {
	const ground = await openGround();
	const server = await startOurs(await ground.database('ours'));
	const listeners: Listener[] = [];
	try {
		// Baseline memory of the process, before any listener connects.
		await castVote(server.address);
		await pause(EVERY_MS);
		const before = await residentBytes(server.child.pid);
		while (listeners.length < LISTENERS) {
			listeners.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => listen(server.address)))));
		}
		await pause(2 * EVERY_MS);
		const after = await residentBytes(server.child.pid);
		const delays: number[] = [];
		let missed = 0;
		for (let update = 0; update < updates; update += 1) {
			const sentAt = performance.now();
			const total = await castVote(server.address);
			await pause(sentAt + EVERY_MS - performance.now());
			await until(() => listeners.every(({ heardAt }) => heardAt.has(total)), sentAt + LATEST_MS);
			for (const { heardAt } of listeners) {
				const at = heardAt.get(total);
				if (at === undefined) missed += 1;
				else delays.push(at - sentAt);
			}
		}
		const perListener = before === null || after === null ? null : (after - before) / LISTENERS;
		return {
			metrics: {
				listeners: LISTENERS,
				updates,
				missed,
				p50_ms: median(delays),
				p99_ms: quantile(delays, 0.99),
				kilobytes_per_listener: perListener === null ? 'unknown here' : perListener / 1024,
			},
			ratios: {},
		};
	} finally {
		for (const { end } of listeners) end();
		await server.terminate();
		await ground.close();
	}
};

interface Listener {
	/** When each total was first heard of. */
	heardAt: Map<number, number>;
	end(): void;
}

/** Gives the listener once it has been told the present state. */
function listen(address: string): Promise<Listener> {
	const { hostname, port } = new URL(address);
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname);
		const heardAt = new Map<number, number>();
		let rest = '';
		socket.on('error', reject);
		socket.on('data', (chunk) => {
			const text = rest + chunk.toString('latin1');
			for (const [, total] of text.matchAll(/"total_tickets":(\d+)/g)) {
				if (!heardAt.has(Number(total))) heardAt.set(Number(total), performance.now());
			}
			// A number may be cut in two; nothing that was counted is counted again.
			rest = text.slice(-40).replace(/^.*"total_tickets":\d+[,}]/s, '');
			if (heardAt.size > 0) resolve({ heardAt, end: () => void socket.destroy() });
		});
		socket.write(`GET /api/v1/rankings/live?ranking_key=${RANKING} HTTP/1.1\r\nHost: bench\r\n\r\n`);
	});
}

let total = 0;

/** Gives the total that includes it. */
async function castVote(address: string): Promise<number> {
	const response = await fetch(`${address}/api/v1/rankings/vote/${RANKING}`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			authorization: `Bearer ${tokenOf(1)}`,
			'idempotency-key': randomBytes(16).toString('base64url'),
		},
		body: JSON.stringify({ artist_id: 1, ticket_number: 1 }),
	});
	if (!response.ok) throw new Error(`The vote was refused: ${await response.text()}`);
	await response.arrayBuffer();
	total += 1;
	return total;
}

async function residentBytes(pid: number | undefined): Promise<number | null> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
	return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

async function until(condition: () => boolean, giveUpAt: number): Promise<void> {
	while (!condition() && performance.now() < giveUpAt) await pause(10);
}

const pause = (milliseconds: number): Promise<void> =>
	new Promise((resolve) => void setTimeout(resolve, Math.max(0, milliseconds)));
