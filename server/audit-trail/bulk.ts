/** One change of many items: each in a transaction of its own, so that a refusal concerns its item only. */
import type { BulkResult } from '#contract/operator/lists/bulk.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';

type Change = Pick<BulkResult, 'outcome' | 'version'>;

/** `work` changes the item, or tells what it would do. Any error but a refusal ends the call; earlier items stay changed. */
export async function changeEach<Item extends { id: number }>(
	db: Database,
	items: readonly Item[],
	work: (tx: Tx, item: Item) => Promise<Change>,
): Promise<{ results: BulkResult[] }> {
	const results: BulkResult[] = [];
	for (const item of items) {
		results.push({ id: item.id, problem: null, message: null, ...(await changeOne(db, item, work)) });
	}
	return { results };
}

async function changeOne<Item>(
	db: Database,
	item: Item,
	work: (tx: Tx, item: Item) => Promise<Change>,
): Promise<Change & Partial<BulkResult>> {
	try {
		return await db.transaction((tx) => work(tx, item));
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		return { outcome: 'refused', problem: error.slug, message: error.message, version: null };
	}
}
