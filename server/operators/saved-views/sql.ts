/** Statements of saved views. Each names the operator, so that nobody reads or changes another's. */
import type { ListName, savedView } from '#contract/operator/lists/saved-views.ts';
import type * as z from 'zod/mini';
import { maybeOne, sql, type Db, type Tx } from '#server/kernel/database.ts';

export type SavedView = z.output<typeof savedView>;

export function selectViews(db: Db, operatorId: number, list: ListName): Promise<SavedView[]> {
	return db.query<SavedView>(sql`select saved_view_id, list, name, query from operator_saved_view where operator_id = ${operatorId} and list = ${list}
			order by lower(name), saved_view_id`);
}

/** Views of one operator are saved one after the other, so that none passes the limit. */
export async function lockOperator(tx: Tx, operatorId: number): Promise<void> {
	await tx.query(sql`select from operator where operator_id = ${operatorId} for no key update`);
}

export async function upsertView(
	tx: Tx,
	operatorId: number,
	{ list, name, query }: Pick<SavedView, 'list' | 'name' | 'query'>,
): Promise<void> {
	await tx.query(sql`insert into operator_saved_view (operator_id, list, name, query) values (${operatorId}, ${list}, ${name}, ${query})
			on conflict (operator_id, list, name) do update set query = excluded.query`);
}

/** Returns the list that the view was of, or null if the operator has no such view. */
export async function deleteView(db: Db, operatorId: number, viewId: number): Promise<ListName | null> {
	const gone = await maybeOne<{ list: ListName }>(
		db,
		sql`delete from operator_saved_view where operator_id = ${operatorId} and saved_view_id = ${viewId} returning list`,
	);
	return gone?.list ?? null;
}
