/** One process sums standings for all. The others look now and then, should the leader keep its lock and do nothing. */
import type { FastifyBaseLogger } from 'fastify';
import { runAsLeader } from '#server/db/leader.ts';
import { type Database, LOCKS } from '#server/kernel/database.ts';
import { sumStandings } from './sql.ts';

/** Between sums: while votes come, while none do, where another leads, after an error; and until failures are a fault. */
const PAUSES = { busyMs: 100, idleMs: 200, waitingMs: 1_000, failedMs: 1_000, faultMs: 5_000 };
/** Rankings that ended long ago are looked at once in so many sums. */
const ALL_EVERY = 20;

export function runStandings({ db, log }: { db: Database; log: Pick<FastifyBaseLogger, 'warn'> }, pauses = PAUSES) {
	let failingSince: number | null = null;
	let sums = 0;
	const { stop } = runAsLeader(db, LOCKS.standingsLeader, {
		failedMs: pauses.failedMs,
		async step(leading) {
			// The leader sums on the connection that holds its lock: it notices at once when both are gone.
			const written = await sumStandings(leading ?? db, sums % ALL_EVERY === 0 ? 'all' : 'lately');
			sums += 1;
			failingSince = null;
			if (!leading) return pauses.waitingMs;
			return written > 0 ? pauses.busyMs : pauses.idleMs;
		},
		failed(error) {
			if (failingSince === null) log.warn({ err: error }, 'the standings could not be summed');
			failingSince ??= performance.now();
		},
	});
	return {
		stop,
		fault: () =>
			failingSince !== null && performance.now() - failingSince > pauses.faultMs
				? 'The charts are behind the votes'
				: null,
	};
}
