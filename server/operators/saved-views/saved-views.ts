/** Views of lists that operators keep for themselves. */
import { sql } from '#server/kernel/sql.ts';
import type * as z from 'zod/mini';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import {
	SAVED_VIEWS_MAX,
	type ListName,
	type saveView as call,
	type savedView,
} from '#contract/operator/lists/saved-views.ts';
import { maybeOne, type Database, type Db, type Tx } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';

type NewView = CheckedInputOf<typeof call>['body'];

/** Their searches find fans by name and address, which must be gone when the account is. */
const ABOUT_FANS: readonly ListName[] = ['fans', 'orders', 'audit', 'case-votes'];

export function listSavedViews(db: Database, { operatorId }: Actor, list: ListName): Promise<SavedView[]> {
	return selectViews(db, operatorId, list);
}

/** @throws {Problem} saved_views_full */
export function saveView(db: Database, { operatorId }: Actor, view: NewView): Promise<SavedView[]> {
	const query = ABOUT_FANS.includes(view.list) ? withoutSearch(view.query) : view.query;
	return db.transaction(async (tx) => {
		await lockOperator(tx, operatorId);
		await upsertView(tx, operatorId, { ...view, query });
		const views = await selectViews(tx, operatorId, view.list);
		if (views.length > SAVED_VIEWS_MAX) throw new Problem('saved_views_full');
		return views;
	});
}

/** Returns the views that are left. Another operator's view is left alone. */
export async function removeView(db: Database, { operatorId }: Actor, viewId: number): Promise<SavedView[]> {
	const list = await deleteView(db, operatorId, viewId);
	return list === null ? [] : selectViews(db, operatorId, list);
}

function withoutSearch(query: string): string {
	const params = new URLSearchParams(query);
	params.delete('search');
	return params.toString();
}

export type SavedView = z.output<typeof savedView>;

export function selectViews(db: Db, operatorId: number, list: ListName): Promise<SavedView[]> {
	return db.query<SavedView>(sql`select saved_view_id, list, name, query from operator_saved_view where operator_id = ${operatorId} and list = ${list}
			order by folded(name), saved_view_id`);
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
