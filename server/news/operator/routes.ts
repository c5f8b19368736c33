/** News and categories, as operators work on them. */
import * as calls from '#contract/operator/news.ts';
import { removeNewsDrafts, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { serveListed } from '#server/resources/routes.ts';
import { createRow, editRow, readRow } from '#server/resources/table.ts';
import * as manage from './news.ts';
import { category, news } from './sql.ts';

export function newsOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listNews, ({ query }) => manage.listNews(db, query));
	serveOperator(deps, calls.readNews, async ({ params }) => ({ news: await readRow(db, news, params.news_id) }));
	serveOperator(deps, calls.createNews, async ({ operator, body }) => ({
		news: await db.transaction((tx) => createRow(tx, operator, news, body)),
	}));
	serveOperator(deps, calls.editNews, async ({ operator, params, body }) => ({
		news: await db.transaction((tx) => editRow(tx, operator, news, params.news_id, body)),
	}));
	serveOperator(deps, setNewsHidden, ({ operator, body }) => manage.setNewsHidden(db, operator, body));
	serveOperator(deps, removeNewsDrafts, ({ operator, body }) => manage.removeNewsDrafts(db, operator, body));
	serveOperator(deps, calls.previewHtml, ({ body }) => ({ html: sanitizeHtml(body.raw).html }));
	serveListed(deps, category);
}
