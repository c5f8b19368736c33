/** One change of many items: each in a transaction of its own, so that a refusal or a fault concerns its item only. */
import type { BulkResult } from '#contract/operator/lists/bulk.ts';
import { isDatabaseLost, isDatabaseUnable } from '#server/db/lost.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { publishFault } from '#server/kernel/signals/signals.ts';

type Change = Pick<BulkResult, 'outcome' | 'version'>;

/**
 * `work` changes the item, or tells what it would do. An error that is no refusal costs its item too. Once the database is
 * lost, the items that are left are refused without a try. @throws what the database says if it is lost at the first item
 */
export async function changeEach<Item extends { id: number }>(
	db: Database,
	items: readonly Item[],
	work: (tx: Tx, item: Item) => Promise<Change>,
): Promise<{ results: BulkResult[] }> {
	const results: BulkResult[] = [];
	let isLost = false;
	for (const item of items) {
		const change = (tx: Tx) => work(tx, item);
		const told: Change | Problem = isLost
			? new Problem('busy')
			: await db.transaction(change).catch((error: unknown) => {
					if (error instanceof Problem) return error;
					isLost = isDatabaseLost(error);
					if (isLost && results.length === 0) throw error;
					publishFault(error);
					return new Problem(isDatabaseUnable(error) ? 'busy' : 'internal');
				});
		const refused = { outcome: 'refused', version: null } as const;
		results.push(
			told instanceof Problem
				? { id: item.id, ...refused, problem: told.slug, message: told.message }
				: { id: item.id, ...told, problem: null, message: null },
		);
	}
	return { results };
}
