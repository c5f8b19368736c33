/** How far votes are counted, and how far the next step may go. */
import type { Tx } from '#server/kernel/database.ts';
import { raw, sql } from '#server/kernel/sql.ts';

/** One row each: two counts of the same votes, of which each goes on by itself. */
export type CountingTable = 'vote_counting' | 'vote_fan_counting';

/** Returns and locks the time through which votes are counted, or null if another process is counting. */
export async function lockCounting(tx: Tx, table: CountingTable): Promise<Date | null> {
	// The first run starts at the first ranking.
	await sql`insert into ${raw(table)} (counted_through)
		select min(starts_at) from ranking having min(starts_at) is not null on conflict do nothing`.run(tx);
	const row = await sql`select counted_through as through from ${raw(table)} for update skip locked`.maybeOne<{
		through: Date;
	}>(tx);
	return row?.through ?? null;
}

/**
 * Returns the time through which the next step counts. It stays far enough in the past that every batch of votes before
 * it has committed. Returns null if everything up to then is counted, and shortly before and after a ranking ends:
 * votes have priority.
 */
export function nextStep(tx: Tx, through: Date, settleSeconds: number): Promise<Date | null> {
	return sql`select case when latest > ${through}::timestamptz + interval '10 seconds'
				then least(latest, ${through}::timestamptz + interval '5 minutes') end as until
		from (select lightstick_now() as now,
			lightstick_now() - make_interval(secs => ${settleSeconds}) as latest) clock
		where not exists (select from ranking where published_at is not null
			and ends_at between clock.now - interval '1 minute' and clock.now + interval '2 minutes')
		union all select null limit 1`.value(tx);
}

export function saveStep(tx: Tx, table: CountingTable, until: Date): Promise<void> {
	return sql`update ${raw(table)} set counted_through = ${until}`.run(tx);
}

/** Continues at the next vote, so that a period without votes is not counted minute by minute. */
export function skipQuiet(tx: Tx, table: CountingTable, from: Date, settleSeconds: number): Promise<void> {
	return sql`update ${raw(table)} set counted_through = coalesce(
			(select min(cast_at) from vote where cast_at >= ${from} and cast_at < latest), greatest(${from}, latest))
		from (select lightstick_now() - make_interval(secs => ${settleSeconds}) as latest) clock`.run(tx);
}
