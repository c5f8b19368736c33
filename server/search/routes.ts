import { searchEverything as searchCall } from '#contract/operator/search.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { searchEverything } from './search.ts';

export function searchRoutes(deps: ConsoleDeps): void {
	serveOperator(deps, searchCall, async ({ operator, query }) => ({
		list: await searchEverything(deps.db, operator, query.search),
	}));
}
