/** What a fan gave to each artist, over all rankings. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMyTotals } from '#contract/my-account.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { presentNamedArtist } from '#server/rankings/presenters.ts';
import * as sql from './my-totals-sql.ts';

/** Ledger entries that one transaction adds to the kept sums. */
const STEP = 5_000;
/** So few new entries are summed by every look at them: it then writes nothing. */
const FEW = 200;

/** Adds what came since the last look to the kept sums, if it is much. A fan's votes are read once, however often they look. */
export async function readMyTotals(db: Database, fan: FanKey): Promise<ReplyOf<typeof getMyTotals>> {
	const { last, ...kept } = await sql.selectSummed(db, fan);
	let through: number | null = kept.through;
	while (through !== null && last - through > FEW) through = await db.transaction((tx) => sumStep(tx, fan));
	const rows = await sql.selectTotals(db, fan);
	return { totals: rows.map((row) => ({ ...presentNamedArtist(row), tickets: row.tickets })) };
}

/** Returns the number of the last entry that is summed. Null: somebody else is summing, and this look reads what is left. */
async function sumStep(tx: Tx, fan: FanKey): Promise<number | null> {
	const summed = await sql.lockSummed(tx, fan);
	if (summed === null) return null;
	const through = Math.min(summed.through + STEP, summed.last);
	await sql.addVotes(tx, fan, { from: summed.through, through });
	return through;
}
