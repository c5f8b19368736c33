/**
 * A process full of listeners of one server's live chart: a process may open only so many sockets, and listeners must not wait
 * for the program that votes. Says when all of them listen, and when asked, by total of votes, when each of them heard of it.
 */
import { connect } from 'node:net';
import { RANKING } from './ground.ts';

/** Milliseconds since 1970. */
export type HeardAt = Record<number, number[]>;

/** How many connect at once. */
const AT_ONCE = 100;
const heardAt: HeardAt = {};

/** Resolves once the listener has been told the present state. */
function listen({ hostname, port }: URL): Promise<void> {
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname);
		let rest = '';
		let last: number | null = null;
		socket.on('error', reject);
		socket.on('data', (chunk) => {
			const text = rest + chunk.toString('latin1');
			for (const total of text.matchAll(/"total_tickets":(\d+)[,}]/g).map(([, digits]) => Number(digits))) {
				// Under load, one event tells of several votes.
				for (last ??= total - 1; last < total;) (heardAt[(last += 1)] ??= []).push(Date.now());
				resolve();
			}
			// A number may be cut in two; one that was counted is not counted again.
			rest = text.slice(-40);
		});
		socket.write(`GET /api/v1/rankings/live?ranking_key=${RANKING} HTTP/1.1\r\nHost: bench\r\n\r\n`);
	});
}

const [, , address = '', count] = process.argv;
for (let listeners = 0; listeners < Number(count); listeners += AT_ONCE)
	await Promise.all(Array.from({ length: AT_ONCE }, () => listen(new URL(address))));
process.on('message', () => process.send?.(heardAt));
process.send?.('listening');
