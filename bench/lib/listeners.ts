/**
 * A process full of listeners of one server's live chart: a process may open only so many sockets, and listeners must
 * not wait for the program that votes.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { RANKING } from './ground.ts';

export interface Listeners {
	/** Waits until every listener has heard of `total`, or `milliseconds` have passed. Gives the times (ms since 1970). */
	heard(total: number, milliseconds: number): Promise<Heard>;
	stop(): void;
}

export interface Heard {
	missed: number;
	times: number[];
}

type Order = { address: string; count: number } | { total: number; milliseconds: number };

/** How many connect at once. */
const AT_ONCE = 100;
const LOOK_AGAIN_MS = 10;

export async function startListeners(address: string, count: number): Promise<Listeners> {
	const child = fork(fileURLToPath(import.meta.url));
	async function ask<Reply>(order: Order): Promise<Reply> {
		child.send(order);
		const [reply] = (await once(child, 'message')) as [Reply];
		return reply;
	}
	await ask({ address, count });
	return {
		heard: (total, milliseconds) => ask<Heard>({ total, milliseconds }),
		stop: () => void child.kill(),
	};
}

/** When a listener first heard of each total. */
type HeardAt = Map<number, number>;

/** Gives the listener once it has been told the present state. */
function listen(address: string): Promise<HeardAt> {
	const { hostname, port } = new URL(address);
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname);
		const heardAt: HeardAt = new Map();
		let rest = '';
		socket.on('error', reject);
		socket.on('data', (chunk) => {
			const text = rest + chunk.toString('latin1');
			for (const [, total] of text.matchAll(/"total_tickets":(\d+)/g)) {
				if (!heardAt.has(Number(total))) heardAt.set(Number(total), Date.now());
			}
			// A number may be cut in two; nothing that was counted is counted again.
			rest = text.slice(-40).replace(/^.*"total_tickets":\d+[,}]/s, '');
			if (heardAt.size > 0) resolve(heardAt);
		});
		socket.write(`GET /api/v1/rankings/live?ranking_key=${RANKING} HTTP/1.1\r\nHost: bench\r\n\r\n`);
	});
}

/** The child's part. */
async function obey(listeners: HeardAt[], order: Order): Promise<Heard | 'listening'> {
	if ('address' in order) {
		while (listeners.length < order.count) {
			listeners.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => listen(order.address)))));
		}
		return 'listening';
	}
	const giveUpAt = Date.now() + order.milliseconds;
	while (!listeners.every((heardAt) => heardAt.has(order.total)) && Date.now() < giveUpAt) {
		await new Promise((resume) => void setTimeout(resume, LOOK_AGAIN_MS));
	}
	const times = listeners.map((heardAt) => heardAt.get(order.total)).filter((at) => at !== undefined);
	return { missed: listeners.length - times.length, times };
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
	const listeners: HeardAt[] = [];
	process.on('message', (order: Order) => void obey(listeners, order).then((reply) => process.send?.(reply)));
}
