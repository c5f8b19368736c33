import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count, epochSeconds, id, idFilter, idText, textOf, line } from '../values/shapes.ts';
import {
	alt,
	cursor,
	listQuery,
	localTime,
	mediaId,
	picture,
	rawHtml,
	title,
	version,
	visibility,
	read,
} from './shapes.ts';
import { listed, resource, removalOf } from './resource.ts';

const fields = {
	category_id: id,
	title,
	cover_media_id: z.nullable(mediaId),
	cover_alt: alt,
	content_raw: rawHtml,
	/**
	 * In the site's time zone. A time in the future schedules the article. Null: a draft has none yet, and what is shown
	 * without one is published now.
	 */
	publish_local: z.nullable(localTime),
	/** True if the article is a draft, which fans do not see. */
	hidden: z.boolean(),
};

export const consoleNews = z.object({
	...fields,
	news_id: id,
	publish_local: z.nullable(z.string()),
	category_name: z.string(),
	cover: picture,
	/** Sanitized copy of `content_raw`, as fans get it. */
	content_html: z.string(),
	published_time: z.nullable(epochSeconds),
	updated_time: epochSeconds,
	visibility,
	version,
});
export type ConsoleNews = z.output<typeof consoleNews>;

const one = z.object({ news: consoleNews });

export const listNews = read({
	path: '/console/news',
	summary: 'All articles and videos, including drafts and scheduled ones, latest first',
	query: z.object({
		...listQuery,
		category_id: idFilter,
		visibility: z.optional(visibility),
		sort: z.optional(z.enum(['published', 'title'])),
	}),
	reply: z.object({ list: z.array(consoleNews), cursor }),
});

export const readNews = read({
	path: '/console/news/:news_id',
	summary: 'One article or video',
	params: z.object({ news_id: idText }),
	reply: one,
	problems: ['news_not_found'],
});

export const articles = resource({
	noun: 'news',
	path: '/console/news',
	key: idText,
	fields,
	reply: one,
	creates: 'Creates an article or video',
	edits: 'Changes an article or video',
	missing: 'news_not_found',
	problems: ['category_not_found'],
});
export const { create: createNews, edit: editNews } = articles;
export const removeNews = removalOf(articles, { summary: 'Removes an article that fans do not see', reply: z.null() });

const link = { path: '/console/news/:news_id/preview-link', params: z.object({ news_id: idText }) } as const;
/** When the private link ends. Null: there is none. */
const linkEnds = { ends_time: z.nullable(epochSeconds) };
export const readPreviewLink = read({
	...link,
	summary: 'When the private link of an article ends',
	reply: z.object(linkEnds),
});
export const makePreviewLink = endpoint({
	...link,
	methods: ['POST'],
	summary:
		'Makes a private link that shows an article as fans would see it, for seven days. It replaces the one before',
	access: 'operator:editor',
	/** The address is told once: only its hash is stored. */
	reply: z.object({ ...linkEnds, path: z.string() }),
	problems: ['news_not_found'],
});
export const endPreviewLink = endpoint({
	...link,
	methods: ['DELETE'],
	summary: 'Ends the private link of an article',
	access: 'operator:editor',
	reply: z.object(linkEnds),
});

export const previewHtml = endpoint({
	path: '/console/preview-html',
	summary: 'Preview: the HTML as fans would get it. Nothing is stored',
	access: 'operator',
	body: z.object({ raw: rawHtml }),
	reply: z.object({ html: z.string() }),
});

const categoryFields = {
	name: line(60),
	/** Part of addresses. The home page shows the categories `article` and `video`. */
	key: textOf(40, /^[a-z0-9-]+$/),
	position: z.int().check(z.gte(0), z.lte(10_000)),
};
export const consoleCategory = z.object({ ...categoryFields, category_id: id, piece_count: count, version });
const reply = z.object({ categories: z.array(consoleCategory) });

export const categories = listed({
	noun: 'category',
	path: '/console/news-categories',
	key: idText,
	fields: categoryFields,
	reply,
	lists: 'Categories in order',
	creates: 'Creates a category',
	edits: 'Changes a category',
	removes: 'Removes an empty category',
	inUse: 'category_in_use',
	missing: 'category_not_found',
	problems: ['key_taken'],
});
export const { list: listCategories, create: createCategory, edit: editCategory, remove: removeCategory } = categories;
