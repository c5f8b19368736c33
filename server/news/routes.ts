import type { FastifyInstance } from 'fastify';
import { getLatestNews, getNews, getNewsCategories, getNewsList, getVideoNews } from '#contract/news.ts';
import { getNewsPreview } from '#contract/news-preview.ts';
import type { LastKnown } from '#server/db/last-known.ts';
import type { Db } from '#server/kernel/database.ts';
import { orRefuse } from '#server/kernel/problem.ts';
import { serve } from '#server/http/serve.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import { ARTICLES, listCategories, listNews, readNews, readPreviewed, VIDEOS } from './news.ts';

/** A correction may take half a minute to reach all readers. */
const SHARED = 'public, max-age=0, s-maxage=30';

export function newsRoutes(app: FastifyInstance, { known, db: now }: { known: LastKnown; db: Db }): void {
	const sharing = { cacheControl: SHARED, known };

	serveShared(app, getLatestNews, sharing, ({ query }, { db }) =>
		listNews(db, query, { categoryKey: ARTICLES, language: query.lang }),
	);

	serveShared(app, getVideoNews, sharing, ({ query }, { db }) =>
		listNews(db, query, { categoryKey: VIDEOS, language: query.lang }),
	);

	serveShared(app, getNewsList, sharing, ({ query }, { db }) => {
		const { category_id: category, search_keyword: keyword, lang: language } = query;
		return listNews(db, query, { categoryId: category || null, keyword: keyword?.trim() ?? '', language });
	});

	serveShared(app, getNewsCategories, sharing, async ({ query }, { db }) => ({
		categories: await listCategories(db, query.lang),
	}));

	serveShared(app, getNews, sharing, async ({ params, query }, { db }) => ({
		news: orRefuse(await readNews(db, params.news_id, query.lang), 'news_not_found'),
	}));

	serve(app, getNewsPreview, async ({ params, query, reply }) => {
		void reply.header('x-robots-tag', 'noindex');
		return { news: orRefuse(await readPreviewed(now, params.link_token, query.lang ?? null), 'news_not_found') };
	});
}
