/**
 * How long votes take on the whole site. Every process counts its own votes in memory, writes the counts down beside the
 * voting, and reads those of the others: about two seconds old. No vote does anything for it.
 */
import { randomUUID } from 'node:crypto';
import type { Database, Db } from '#server/kernel/database.ts';
import { openVoteWatch, type VoteCounts, type VoteWatch } from '#server/voting/pace.ts';
import { selectOthersPace, upsertPace } from './sql.ts';

const WRITTEN_EVERY_MS = 2_000;

export interface SitePace {
	/** Counts the votes of this process. */
	watch: VoteWatch;
	/** Returns the counts of the other processes. */
	readOthers(db: Db): Promise<VoteCounts[]>;
	close(): Promise<void>;
}

export function openSitePace(db: Database): SitePace {
	const process = randomUUID();
	const watch = openVoteWatch();
	let wasQuiet = true;
	let writing: Promise<void> | null = null;

	async function write(): Promise<void> {
		const counts = watch.counts();
		const isQuiet = counts.votes === 0 && counts.failed === 0;
		// A last row without votes ends a busy time.
		if (isQuiet && wasQuiet) return;
		await upsertPace(db, process, counts);
		wasQuiet = isQuiet;
	}

	const timer = setInterval(() => {
		// While the database is away, the status page says so itself, and the next row replaces this one.
		writing ??= write()
			.catch(() => undefined)
			.finally(() => (writing = null));
	}, WRITTEN_EVERY_MS).unref();
	return {
		watch,
		readOthers: (from) => selectOthersPace(from, process),
		async close() {
			clearInterval(timer);
			await writing;
		},
	};
}
