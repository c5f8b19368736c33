/** Views of lists that operators keep for themselves. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import { type ListName, SAVED_VIEWS_MAX, type saveView as call } from '#contract/operator/lists/saved-views.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { Problem } from '#server/kernel/problem.ts';
import * as sql from './sql.ts';

type NewView = CheckedInputOf<typeof call>['body'];

/** Their searches find fans by name and address, which must be gone when the account is. */
const ABOUT_FANS: readonly ListName[] = ['fans', 'orders', 'audit', 'case-votes'];

export function listSavedViews(db: Database, { operatorId }: Actor, list: ListName): Promise<sql.SavedView[]> {
	return sql.selectViews(db, operatorId, list);
}

/** @throws {Problem} saved_views_full */
export function saveView(db: Database, { operatorId }: Actor, view: NewView): Promise<sql.SavedView[]> {
	const query = ABOUT_FANS.includes(view.list) ? withoutSearch(view.query) : view.query;
	return db.transaction(async (tx) => {
		await sql.lockOperator(tx, operatorId);
		await sql.upsertView(tx, operatorId, { ...view, query });
		const views = await sql.selectViews(tx, operatorId, view.list);
		if (views.length > SAVED_VIEWS_MAX) throw new Problem('saved_views_full');
		return views;
	});
}

/** Returns the views that are left. Another operator's view is left alone. */
export async function removeView(db: Database, { operatorId }: Actor, viewId: number): Promise<sql.SavedView[]> {
	const list = await sql.deleteView(db, operatorId, viewId);
	return list === null ? [] : sql.selectViews(db, operatorId, list);
}

function withoutSearch(query: string): string {
	const params = new URLSearchParams(query);
	params.delete('search');
	return params.toString();
}
