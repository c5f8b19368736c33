/** Lists that jobs work through. */
import { isDatabaseLost } from '#server/db/lost.ts';

/**
 * Runs `work` for every item, also after one has failed. `failed` is called with each error and may rethrow it. Its
 * errors are thrown after the last item. If the database is lost, the run stops at once.
 */
export async function runAllSettled<Item>(
	items: readonly Item[],
	work: (item: Item) => Promise<unknown>,
	failed: (error: unknown, item: Item) => void = throwOn,
): Promise<void> {
	const errors: unknown[] = [];
	for (const item of items) {
		try {
			await work(item).catch((error: unknown) => {
				if (isDatabaseLost(error)) throw error;
				failed(error, item);
			});
		} catch (error) {
			if (isDatabaseLost(error)) throw error;
			errors.push(error);
		}
	}
	if (errors.length === 1) throw errors[0];
	if (errors.length > 1)
		throw new AggregateError(errors, `${errors.length} of ${items.length} failed, first: ${String(errors[0])}`);
}

function throwOn(error: unknown): never {
	throw error;
}
