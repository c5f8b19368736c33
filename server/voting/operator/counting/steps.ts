/** Counts votes step by step, one minute late and outside of voting, so that counting delays no vote. */
import type { Database, Tx } from '#server/kernel/database.ts';
import * as sql from './sql.ts';

/** A batch commits milliseconds after it reads the clock. One minute covers even the slowest disk. */
const SETTLE_SECONDS = 60;
/** Maximum duration of one run. A long backlog is counted over several minutes. */
const RUN_MS_MAX = 10_000;

export interface Count {
	table: sql.CountingTable;
	/** Adds the votes of a period to the counts. Returns false if there were none. */
	count: (tx: Tx, from: Date, until: Date) => Promise<boolean>;
}

/** Counts votes cast since the last run. Each step is its own transaction. */
export async function countInSteps(db: Database, counts: Count, stopping?: AbortSignal): Promise<void> {
	const startedAt = performance.now();
	const goesOn = () => !stopping?.aborted && performance.now() - startedAt < RUN_MS_MAX;
	while ((await countStep(db, counts)) && goesOn());
}

/** Returns false if there is nothing to count, or if another process is counting. */
function countStep(db: Database, { table, count }: Count): Promise<boolean> {
	return db.transaction(async (tx) => {
		const through = await sql.lockCounting(tx, table);
		const until = through && (await sql.nextStep(tx, through, SETTLE_SECONDS));
		if (!through || !until) return false;
		await tx.query({ text: 'set local enable_seqscan = off' });
		const found = await count(tx, through, until);
		if (found) await sql.saveStep(tx, table, until);
		else await sql.skipQuiet(tx, table, until, SETTLE_SECONDS);
		return true;
	});
}
