/** Routes of saved views. */
import * as calls from '#contract/operator/lists/saved-views.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { listSavedViews, removeView, saveView } from './saved-views.ts';

export function savedViewRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listSavedViews, async ({ operator, query }) => ({
		views: await listSavedViews(db, operator, query.list),
	}));
	serveOperator(deps, calls.saveView, async ({ operator, body }) => ({ views: await saveView(db, operator, body) }));
	serveOperator(deps, calls.removeSavedView, async ({ operator, params }) => ({
		views: await removeView(db, operator, params.saved_view_id),
	}));
}
