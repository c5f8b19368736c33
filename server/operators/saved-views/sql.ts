/** Statements of saved views. Each names the operator, so that nobody reads or changes another's. */
import type { ListName, savedView } from '#contract/operator/lists/saved-views.ts';
import type * as z from 'zod/mini';
import { maybeOne, type Db, type Tx } from '#server/kernel/database.ts';

export type SavedView = z.output<typeof savedView>;

export function selectViews(db: Db, operatorId: number, list: ListName): Promise<SavedView[]> {
	return db.query<SavedView>({
		text: `select saved_view_id, list, name, query from operator_saved_view where operator_id = $1 and list = $2
			order by lower(name), saved_view_id`,
		values: [operatorId, list],
	});
}

/** Views of one operator are saved one after the other, so that none passes the limit. */
export async function lockOperator(tx: Tx, operatorId: number): Promise<void> {
	await tx.query({ text: 'select from operator where operator_id = $1 for no key update', values: [operatorId] });
}

export async function upsertView(
	tx: Tx,
	operatorId: number,
	{ list, name, query }: Pick<SavedView, 'list' | 'name' | 'query'>,
): Promise<void> {
	await tx.query({
		text: `insert into operator_saved_view (operator_id, list, name, query) values ($1, $2, $3, $4)
			on conflict (operator_id, list, name) do update set query = excluded.query`,
		values: [operatorId, list, name, query],
	});
}

/** Returns the list that the view was of, or null if the operator has no such view. */
export async function deleteView(db: Db, operatorId: number, viewId: number): Promise<ListName | null> {
	const gone = await maybeOne<{ list: ListName }>(db, {
		text: 'delete from operator_saved_view where operator_id = $1 and saved_view_id = $2 returning list',
		values: [operatorId, viewId],
	});
	return gone?.list ?? null;
}
