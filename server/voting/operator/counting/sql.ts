/** How far votes are counted, and how far the next step may go. */
import { maybeOne, one, type Tx } from '#server/kernel/database.ts';

/** One row each: two counts of the same votes, of which each goes on by itself. */
export type CountingTable = 'vote_counting' | 'vote_fan_counting';

/** Returns and locks the time through which votes are counted, or null if another process is counting. */
export async function lockCounting(tx: Tx, table: CountingTable): Promise<Date | null> {
	// The first run starts at the first ranking.
	await tx.query({
		text: `insert into ${table} (counted_through)
			select min(starts_at) from ranking having min(starts_at) is not null on conflict do nothing`,
	});
	const row = await maybeOne<{ through: Date }>(tx, {
		text: `select counted_through as through from ${table} for update skip locked`,
	});
	return row?.through ?? null;
}

/**
 * Returns the time through which the next step counts. It stays far enough in the past that every batch of votes before
 * it has committed. Returns null if everything up to then is counted, and shortly before and after a ranking ends:
 * votes have priority.
 */
export async function nextStep(tx: Tx, through: Date, settleSeconds: number): Promise<Date | null> {
	const { until } = await one<{ until: Date | null }>(tx, {
		text: `select case when latest > $1::timestamptz + interval '10 seconds'
					then least(latest, $1::timestamptz + interval '5 minutes') end as until
			from (select lightstick_now() as now, lightstick_now() - make_interval(secs => $2) as latest) clock
			where not exists (select from ranking where published_at is not null
				and ends_at between clock.now - interval '1 minute' and clock.now + interval '2 minutes')
			union all select null limit 1`,
		values: [through, settleSeconds],
	});
	return until;
}

export async function saveStep(tx: Tx, table: CountingTable, until: Date): Promise<void> {
	await tx.query({ text: `update ${table} set counted_through = $1`, values: [until] });
}

/** Continues at the next vote, so that a period without votes is not counted minute by minute. */
export async function skipQuiet(tx: Tx, table: CountingTable, from: Date, settleSeconds: number): Promise<void> {
	await tx.query({
		text: `update ${table} set counted_through = coalesce(
				(select min(cast_at) from vote where cast_at >= $1 and cast_at < latest), greatest($1, latest))
			from (select lightstick_now() - make_interval(secs => $2) as latest) clock`,
		values: [from, settleSeconds],
	});
}
