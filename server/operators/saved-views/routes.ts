/** Views of lists that operators keep for themselves. */
import type * as z from 'zod/mini';
import * as calls from '#contract/operator/lists/saved-views.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import type { Db } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { sql } from '#server/kernel/sql.ts';

/** Their searches find fans by name and address, which must be gone when the account is. */
const ABOUT_FANS: readonly calls.ListName[] = ['fans', 'orders', 'audit', 'case-votes'];

export function savedViewRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listSavedViews, async ({ operator: { operatorId }, query }) => ({
		views: await selectViews(db, operatorId, query.list),
	}));
	serveOperator(deps, calls.saveView, ({ operator: { operatorId }, body: { list, name, ...body } }) =>
		db.transaction(async (tx) => {
			// Views of one operator are saved one after the other, so that none passes the limit.
			await sql`select from operator where operator_id = ${operatorId} for no key update`.run(tx);
			const query = ABOUT_FANS.includes(list) ? withoutSearch(body.query) : body.query;
			await sql`insert into operator_saved_view (operator_id, list, name, query)
				values (${operatorId}, ${list}, ${name}, ${query})
				on conflict (operator_id, list, name) do update set query = excluded.query`.run(tx);
			const views = await selectViews(tx, operatorId, list);
			if (views.length > calls.SAVED_VIEWS_MAX) throw new Problem('saved_views_full');
			return { views };
		}),
	);
	serveOperator(deps, calls.removeSavedView, async ({ operator: { operatorId }, params }) => {
		// Another operator's view is left alone.
		const list = await sql`delete from operator_saved_view
			where operator_id = ${operatorId} and saved_view_id = ${params.saved_view_id}
			returning list`.maybeValue<calls.ListName>(db);
		return { views: list === null ? [] : await selectViews(db, operatorId, list) };
	});
}

function withoutSearch(query: string): string {
	const params = new URLSearchParams(query);
	params.delete('search');
	return params.toString();
}

function selectViews(db: Db, operatorId: number, list: calls.ListName): Promise<z.output<typeof calls.savedView>[]> {
	return sql`select saved_view_id, list, name, query from operator_saved_view
		where operator_id = ${operatorId} and list = ${list} order by folded(name), saved_view_id`.all(db);
}
