import type { NewsItem } from '#contract/news.ts';
import type { Db } from '#server/kernel/database.ts';
import { readPage } from '#server/kernel/paging.ts';
import { hashSecret } from '#server/kernel/caller.ts';
import { mediaUrl, type MediaWidth } from '#server/media/names.ts';
import type { NewsFilter, NewsRow } from './sql.ts';
import { countNews, selectCategories, selectNews, selectPiece, selectPreviewed } from './sql.ts';

/** Keys of the two categories that the home page has rows for. */
export const ARTICLES = 'article';
export const VIDEOS = 'video';

/** Pixels of a cover in a list, and above an article. */
const LISTED_WIDTH = 640;
const READ_WIDTH = 1280;

export const listCategories = selectCategories;

export interface NewsPage {
	page: number;
	limit: number;
	/** The last row of the page before, instead of the page's number. */
	cursor?: string | undefined;
}

export async function listNews(
	db: Db,
	{ page, limit, cursor }: NewsPage,
	{ categoryId = null, categoryKey = null, keyword = '', language = null }: Partial<NewsFilter> = {},
): Promise<{ news_list: NewsItem[]; total: number; cursor: string | null }> {
	const filter = { categoryId, categoryKey, keyword, language };
	const [read, total] = await Promise.all([
		readPage(
			{ cursor, limit },
			['bigint', 'integer'],
			(after, rows) => selectNews(db, filter, after ? 0 : (page - 1) * limit, after, rows),
			(row) => [row.published_key, row.id],
		),
		countNews(db, filter),
	]);
	const list = read.list.map(({ published_key: _, ...row }) => presentNews(row, LISTED_WIDTH));
	return { news_list: list, total, cursor: read.cursor };
}

/** In a language if it is translated, else as it was written. */
export async function readNews(db: Db, newsId: number, language: string | null = null) {
	const row = await selectPiece(db, newsId, language);
	return row && presentNews(row, READ_WIDTH);
}

export async function readPreviewed(db: Db, token: string, language: string | null) {
	const row = await selectPreviewed(db, hashSecret(token), language);
	return row && presentNews(row, READ_WIDTH);
}

function presentNews<Row extends NewsRow>({ cover_media_id: mediaId, ...news }: Row, coverWidth: MediaWidth) {
	return { ...news, cover_url: mediaUrl(mediaId, coverWidth) };
}
