/** Counts votes step by step, one minute late and outside of voting, so that counting delays no vote. */
import { type Database, type Tx, raw, sql } from '#server/kernel/database.ts';

/** A batch commits milliseconds after it reads the clock. One minute covers even the slowest disk. */
const SETTLE_SECONDS = 60;
/** Maximum duration of one run. A long backlog is counted over several minutes. */
const RUN_MS_MAX = 10_000;

export interface Count {
	table: CountingTable;
	count: (tx: Tx, from: Date, until: Date) => Promise<boolean>;
}

/** Counts votes cast since the last run. Each step is its own transaction. */
export async function countInSteps(db: Database, counts: Count, stopping?: AbortSignal): Promise<void> {
	const startedAt = performance.now();
	const goesOn = () => !stopping?.aborted && performance.now() - startedAt < RUN_MS_MAX;
	while ((await countStep(db, counts)) && goesOn());
}

function countStep(db: Database, { table, count }: Count): Promise<boolean> {
	return db.transaction(async (tx) => {
		const through = await lockCounting(tx, table);
		const until = through && (await nextStep(tx, through));
		if (!through || !until) return false;
		await tx.query({ text: 'set local enable_seqscan = off' });
		const found = await count(tx, through, until);
		if (found) await sql`update ${raw(table)} set counted_through = ${until}`.run(tx);
		else await skipQuiet(tx, table, until);
		return true;
	});
}

/** One row each: two counts of the same votes, of which each goes on by itself. */
type CountingTable = 'vote_counting' | 'vote_fan_counting';

/** Returns and locks the time through which votes are counted, or null if another process is counting. */
async function lockCounting(tx: Tx, table: CountingTable): Promise<Date | null> {
	// The first run starts at the first ranking.
	await sql`insert into ${raw(table)} (counted_through)
		select min(starts_at) from ranking having min(starts_at) is not null on conflict do nothing`.run(tx);
	return sql`select counted_through from ${raw(table)} for update skip locked`.maybeValue(tx);
}

/** Far enough in the past that all batches have committed. Null if all is counted, and around an end: votes come first. */
const nextStep = (tx: Tx, through: Date): Promise<Date | null> =>
	sql`select case when latest > ${through}::timestamptz + interval '10 seconds'
				then least(latest, ${through}::timestamptz + interval '5 minutes') end as until
		from (select lightstick_now() as now,
			lightstick_now() - make_interval(secs => ${SETTLE_SECONDS}) as latest) clock
		where not exists (select from ranking where published_at is not null
			and ends_at between clock.now - interval '1 minute' and clock.now + interval '2 minutes')
		union all select null limit 1`.value(tx);

/** Continues at the next vote, so that a period without votes is not counted minute by minute. */
const skipQuiet = (tx: Tx, table: CountingTable, from: Date): Promise<void> =>
	sql`update ${raw(table)} set counted_through = coalesce(
			(select min(cast_at) from vote where cast_at >= ${from} and cast_at < latest), greatest(${from}, latest))
		from (select lightstick_now() - make_interval(secs => ${SETTLE_SECONDS}) as latest) clock`.run(tx);
