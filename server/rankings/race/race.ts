/** The race: standings by the hour. A job records them, and so does the certification of a result. */
import type { Db } from '#server/kernel/database.ts';
import { stepOf } from './rules.ts';
import { type HourRow, selectHours, selectPeriod } from './sql.ts';

export { recordHours, recordResult } from './sql.ts';

/** Returns the standings of a ranking that a plot of its race shows, the earliest first; null if it was deleted. */
export async function readRankHours(db: Db, rankingId: number): Promise<HourRow[] | null> {
	const period = await selectPeriod(db, rankingId);
	return period && selectHours(db, rankingId, stepOf(period.startsAt, period.endsAt));
}
