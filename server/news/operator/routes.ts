/** News and categories, as operators work on them. */
import * as calls from '#contract/operator/news.ts';
import { removeNewsDrafts, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import * as manage from './news.ts';
import { selectCategories } from './sql.ts';

export function newsOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listNews, ({ query }) => manage.listNews(db, query));
	serveOperator(deps, calls.readNews, async ({ params }) => ({ news: await manage.readNews(db, params.news_id) }));
	serveOperator(deps, calls.createNews, async ({ operator, body }) => ({
		news: await manage.createNews(db, operator, body),
	}));
	serveOperator(deps, calls.editNews, async ({ operator, params, body }) => ({
		news: await manage.editNews(db, operator, params.news_id, body),
	}));
	serveOperator(deps, setNewsHidden, ({ operator, body }) => manage.setNewsHidden(db, operator, body));
	serveOperator(deps, removeNewsDrafts, ({ operator, body }) => manage.removeNewsDrafts(db, operator, body));
	serveOperator(deps, calls.previewHtml, ({ body }) => ({ html: sanitizeHtml(body.raw).html }));

	serveOperator(deps, calls.listCategories, async () => ({ categories: await selectCategories(db) }));
	serveOperator(deps, calls.createCategory, async ({ operator, body }) => ({
		categories: await manage.createCategory(db, operator, body),
	}));
	serveOperator(deps, calls.editCategory, async ({ operator, params, body }) => ({
		categories: await manage.editCategory(db, operator, params.category_id, body),
	}));
	serveOperator(deps, calls.removeCategory, async ({ operator, params }) => ({
		categories: await manage.removeCategory(db, operator, params.category_id),
	}));
}
