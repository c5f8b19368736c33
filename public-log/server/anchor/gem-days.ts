/** How many gems came and went each day, from the supply that the anchor records every hour. Reads no ledger. */
import * as shapes from '#public-log/format/anchor/anchor-json.ts';
import { parseAnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import type { Db } from '#server/kernel/database.ts';
import { selectSupplyByDay } from './gem-days-sql.ts';

export interface GemDay {
	/** `YYYY-MM-DD` in the site's time zone. */
	day: string;
	issued: number;
	/** Spent on votes. */
	spent: number;
}

/** A day counts from the last supply of the day before. Today's numbers are up to an hour old. */
export async function readGemDays(db: Db, days: number): Promise<GemDay[]> {
	const totals = (await selectSupplyByDay(db, days)).flatMap(({ day, leaf }) => {
		const parsed = parseAnchorLeaf(leaf);
		return parsed?.type === 'supply' ? [{ day, ...totalsOf(parsed.json) }] : [];
	});
	return totals.flatMap(({ day, issued, spent }, index) => {
		const before = totals[index - 1];
		return before ? [{ day, issued: issued - before.issued, spent: spent - before.spent }] : [];
	});
}

function totalsOf(json: unknown): { issued: number; spent: number } {
	const { issued, burned } = shapes.supply.parse(json);
	const sum = Object.values(issued).reduce((all, gems) => all + gems.earned + gems.purchased, 0);
	return { issued: sum, spent: burned.vote.earned + burned.vote.purchased };
}
