/**
 * Watches the replicas of DATABASE_REPLICA_URL and chooses one for each read. A replica is read while it is known to be
 * less than a second behind the primary. If the primary does not answer, that is not known, and no replica is read.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#server/kernel/database.ts';
import { watchPrimary } from './primary.ts';
import { openReads, type Reads } from './reads.ts';
import { openReplica, type ReplicaLog } from './replica.ts';

const LOOK_EVERY_MS = 250;

export interface Replicas {
	reads: Reads;
	/** Names the replicas that are not read, and why. Null: all are. */
	fault(): string | null;
	close(): Promise<void>;
}

interface ReplicasDeps {
	urls: readonly string[];
	primary: Database;
	log: ReplicaLog;
}

export function openReplicas({ urls, primary, log }: ReplicasDeps): Replicas {
	const replicas = urls.map((url) => openReplica(url, log));
	const watch = watchPrimary(primary);
	const stopping = new AbortController();
	let turn = 0;

	async function run(): Promise<void> {
		const { signal } = stopping;
		while (!signal.aborted) {
			// Without an answer of the primary, all replicas soon are too far behind for what is known.
			const seen = await watch.look().catch(() => null);
			for (const replica of replicas) {
				if (seen) replica.look(seen);
				replica.tell();
			}
			await wait(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
		}
		await watch.close();
	}

	/** In turns. */
	function choose(): Database | null {
		const usable = replicas.filter((replica) => replica.fault() === null);
		turn += 1;
		return usable[turn % usable.length]?.reads ?? null;
	}

	const running = replicas.length > 0 ? run() : Promise.resolve();
	return {
		reads: openReads(primary, choose),
		fault() {
			const faults = replicas.flatMap((replica, index) => {
				const fault = replica.fault();
				return fault === null ? [] : [`replica ${index + 1} is not read: ${fault}`];
			});
			return faults.length > 0 ? faults.join('; ') : null;
		},
		async close() {
			stopping.abort();
			await running;
			await Promise.all(replicas.map((replica) => replica.close()));
		},
	};
}
