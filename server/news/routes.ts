/** News. */
import type { FastifyInstance } from 'fastify';
import { getLatestNews, getNews, getNewsCategories, getNewsList, getVideoNews } from '#contract/news.ts';
import type { Database } from '#server/db/pool.ts';
import { Problem } from '#server/http/problem.ts';
import { serve } from '#server/http/routes.ts';
import { ARTICLES, listNews, readNews, VIDEOS } from './news.ts';
import { selectCategories } from './sql.ts';

/** A correction may take half a minute to reach everybody. */
const SHARED = 'public, max-age=0, s-maxage=30';

export function newsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
	serve(app, getLatestNews, ({ query, reply }) => {
		void reply.header('cache-control', SHARED);
		return listNews(db, query, { categoryKey: ARTICLES });
	});

	serve(app, getVideoNews, ({ query, reply }) => {
		void reply.header('cache-control', SHARED);
		return listNews(db, query, { categoryKey: VIDEOS });
	});

	serve(app, getNewsList, ({ query, reply }) => {
		void reply.header('cache-control', SHARED);
		const { category_id: category, search_keyword: keyword } = query;
		return listNews(db, query, { categoryId: Number(category ?? 0) || null, keyword: keyword?.trim() ?? '' });
	});

	serve(app, getNewsCategories, async ({ reply }) => {
		void reply.header('cache-control', SHARED);
		return { categories: await selectCategories(db) };
	});

	serve(app, getNews, async ({ params, reply }) => {
		const news = await readNews(db, params.news_id);
		if (!news) throw new Problem('news_not_found');
		void reply.header('cache-control', SHARED);
		return { news };
	});
}
