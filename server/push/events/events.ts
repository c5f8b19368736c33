/** Looks for what fans are to be reminded of: openings, closings, a new day's claim, overtakes. */
import type { Database } from '#server/kernel/database.ts';
import { eachByItself } from '#server/jobs/each.ts';
import { overtakesBetween } from './overtakes.ts';
import * as sql from './sql.ts';

export async function findEvents(db: Database): Promise<void> {
	await eachByItself([sql.insertOpenings, sql.insertClosings, sql.insertClaimDay, findOvertakes], (find) => find(db));
}

/** In one transaction: ranks that are kept are ranks that were looked at. */
function findOvertakes(db: Database): Promise<void> {
	return db.transaction(async (tx) => {
		const charts = await sql.selectRunningCharts(tx);
		for (const { rankingId, before, now } of charts) {
			if (before === null) continue;
			for (const overtake of overtakesBetween(before, now)) await sql.insertOvertake(tx, { rankingId, ...overtake });
		}
		await sql.keepRanks(tx, charts);
	});
}

export { deleteOldEvents as forgetOldEvents } from './sql.ts';
