/** Looks for what fans are to be reminded of: openings, closings, a new day's claim, overtakes. */
import type { Database } from '#server/kernel/database.ts';
import { eachInSavepoint, runAllSettled, throwTogether } from '#server/jobs/each.ts';
import * as sql from './sql.ts';

export async function findEvents(db: Database): Promise<void> {
	await runAllSettled([sql.insertOpenings, sql.insertClosings, sql.insertClaimDay, findOvertakes], (find) => find(db));
}

/** In one transaction: ranks that are kept are ranks that were looked at. */
async function findOvertakes(db: Database): Promise<void> {
	const errors = await db.transaction(async (tx) => {
		const charts = await sql.selectRunningCharts(tx);
		const failed = await eachInSavepoint(tx, charts, async (chart) => {
			const { rankingId, before, now } = chart;
			const overtakes = before === null ? [] : overtakesBetween(before, now);
			for (const overtake of overtakes) await sql.insertOvertake(tx, { rankingId, ...overtake });
			await sql.keepRank(tx, chart);
		});
		await sql.forgetRanks(tx, charts);
		return [...failed.values()];
	});
	throwTogether(errors, errors.length);
}

export { deleteOldEvents as forgetOldEvents } from './sql.ts';

export interface Overtake {
	artistId: number;
	/** Now. */
	rank: number;
	/** The artist who was behind and is ahead now; of several, the nearest. */
	rivalId: number;
}

/** Both lists are artist ids in rank order. An artist who was not listed before has overtaken everybody behind. */
export function overtakesBetween(before: readonly number[], now: readonly number[]): Overtake[] {
	const formerRank = new Map(before.map((artistId, index) => [artistId, index]));
	const formerOf = (artistId: number) => formerRank.get(artistId) ?? before.length;
	const overtakes: Overtake[] = [];
	for (const [index, artistId] of now.entries()) {
		const former = formerRank.get(artistId);
		if (former === undefined || index <= former) continue;
		const rivalId = now.slice(0, index).findLast((ahead) => formerOf(ahead) > former);
		if (rivalId !== undefined) overtakes.push({ artistId, rank: index + 1, rivalId });
	}
	return overtakes;
}
