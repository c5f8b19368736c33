/**
 * One PostgreSQL server. Each connection has a backend, which takes one batch after the other: works on it, flushes the
 * log, answers. Batches of one ranking do not wait for each other: `cast_votes` takes the ranking's lock shared, and
 * each writer adds to tally rows of its own slot. So there is no lock in this model.
 */
import type { Agenda } from './agenda.ts';
import type { Cores } from './cores.ts';
import type { DatabaseCosts } from './costs.ts';
import { openDisk } from './disk.ts';

export interface Batch {
	votes: number;
	/** One of them was sent before: the batch then locks its wallets in a statement of its own. */
	hasRetry: boolean;
}

/** `decidedAt`: when the batch was decided, in milliseconds. What a ranking's end cuts off is judged by it. */
export type Connection = (batch: Batch, done: (decidedAt: number) => void) => void;

/** Locking first costs a twentieth of a batch (db/functions/cast_votes.sql). */
const LOCKING = 1.05;

export interface Database {
	connect(): Connection;
}

export function openDatabase(agenda: Agenda, cores: Cores, costs: DatabaseCosts): Database {
	const disk = openDisk(agenda, costs.flushMs);

	function openBackend(): Connection {
		const sent: Parameters<Connection>[] = [];
		let isBusy = false;

		function next(): void {
			const first = sent.shift();
			if (!first) return;
			isBusy = true;
			const [{ votes, hasRetry }, done] = first;
			const workMs = (costs.batchMs + costs.voteMs * votes) * (hasRetry ? LOCKING : 1);
			cores.run(workMs, () => {
				const decidedAt = agenda.now();
				disk.flush(() => {
					isBusy = false;
					// The log's writer, checkpoints, standings, the sequencer, the counting: no batch waits, and all share the cores.
					cores.run(costs.besideMs * votes, () => undefined);
					done(decidedAt);
					next();
				});
			});
		}

		return (batch, done) => {
			sent.push([batch, done]);
			if (!isBusy) next();
		};
	}

	return { connect: openBackend };
}
