/** News and categories, as operators work on them. */
import * as calls from '#contract/operator/news.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import { serveOperator, type ConsoleHouse } from '#server/http/console/serve.ts';
import * as manage from './news.ts';

export function newsOperatorRoutes(house: ConsoleHouse): void {
	const { db } = house;
	serveOperator(house, calls.listNews, ({ query }) => manage.listNews(db, query));
	serveOperator(house, calls.readNews, async ({ params }) => ({ news: await manage.readNews(db, params.news_id) }));
	serveOperator(house, calls.createNews, async ({ operator, body }) => ({
		news: await manage.createNews(db, operator, body),
	}));
	serveOperator(house, calls.editNews, async ({ operator, params, body }) => ({
		news: await manage.editNews(db, operator, params.news_id, body),
	}));
	serveOperator(house, calls.previewHtml, ({ body }) => ({ html: sanitizeHtml(body.raw).html }));

	serveOperator(house, calls.listCategories, async () => ({ categories: await manage.listCategories(db) }));
	serveOperator(house, calls.createCategory, async ({ operator, body }) => ({
		categories: await manage.createCategory(db, operator, body),
	}));
	serveOperator(house, calls.editCategory, async ({ operator, params, body }) => ({
		categories: await manage.editCategory(db, operator, params.category_id, body),
	}));
	serveOperator(house, calls.removeCategory, async ({ operator, params }) => ({
		categories: await manage.removeCategory(db, operator, params.category_id),
	}));
}
