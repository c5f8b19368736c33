import { isDatabaseLost, isDatabaseUnable } from '#server/db/lost.ts';
import { type Tx, sql } from '#server/kernel/database.ts';

/** Goes on after a failed item, and throws the errors after the last. If the database is lost, it stops at once. */
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
	throwTogether(errors, items.length);
}

/** Undoes what a failed item did, and returns its error, to be thrown after the commit. @throws if the database is away */
export async function eachInSavepoint<Item>(tx: Tx, items: readonly Item[], work: (item: Item) => Promise<void>) {
	const failed = new Map<Item, unknown>();
	for (const item of items) {
		await sql`savepoint item`.run(tx);
		try {
			await work(item);
			await sql`release savepoint item`.run(tx);
		} catch (error) {
			if (isDatabaseUnable(error)) throw error;
			await sql`rollback to savepoint item`.run(tx);
			failed.set(item, error);
		}
	}
	return failed;
}

export function throwTogether(errors: readonly unknown[], of: number): void {
	if (errors.length === 1) throw errors[0];
	if (errors.length > 1)
		throw new AggregateError(errors, `${errors.length} of ${of} failed, first: ${String(errors[0])}`);
}

function throwOn(error: unknown): never {
	throw error;
}
