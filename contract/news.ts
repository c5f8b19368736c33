import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { inLanguage, count, epochSeconds, id, idFilter, idText, limit, page, search, text } from './values/shapes.ts';

export const newsItem = z.object({
	id,
	title: z.string(),
	/** Language of title and content: the one that was asked for, if it is translated. */
	lang: z.string(),
	cover_url: z.nullable(z.string()),
	cover_alt: z.string(),
	/** Language of the alt text. */
	cover_lang: z.string(),
	category_key: z.string(),
	updated_time: epochSeconds,
});
export type NewsItem = z.output<typeof newsItem>;

const newsList = z.object({ news_list: z.array(newsItem), total: count });

export const getLatestNews = endpoint({
	path: '/news/latest-list',
	summary: 'The latest articles',
	access: 'anyone',
	query: z.object({ page, limit: limit(10), ...inLanguage }),
	reply: newsList,
});

export const getVideoNews = endpoint({
	path: '/news/video-list',
	summary: 'The latest videos',
	access: 'anyone',
	query: z.object({ page, limit: limit(10), ...inLanguage }),
	reply: newsList,
});

export const getNewsList = endpoint({
	path: '/news/list',
	summary: 'News by category and title, latest first',
	access: 'anyone',
	query: z.object({
		page,
		limit: limit(20),
		/** 0 or empty: all categories. */
		category_id: idFilter,
		/** A part of the title. Case is ignored. */
		search_keyword: z.optional(search(200)),
		/** Of the page before. A page that goes by it is whole, whatever is hidden or published meanwhile. */
		cursor: z.optional(text(200)),
		...inLanguage,
	}),
	reply: z.object({ ...newsList.shape, cursor: z.nullable(z.string()) }),
});

export const getNewsCategories = endpoint({
	path: '/news/categories',
	summary: 'Categories of news',
	access: 'anyone',
	query: z.object(inLanguage),
	reply: z.object({ categories: z.array(z.object({ id, name: z.string(), lang: z.string(), key: z.string() })) }),
});

export const getNews = endpoint({
	path: '/news/detail/:news_id',
	summary: 'One article or video',
	access: 'anyone',
	params: z.object({ news_id: idText }),
	query: z.object(inLanguage),
	reply: z.object({ news: z.object({ ...newsItem.shape, content: z.string() }) }),
	problems: ['news_not_found'],
});
