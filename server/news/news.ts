import type { NewsItem, getNewsCategories, getNewsList } from '#contract/news.ts';
import { type Db, epochSeconds, micros, ofMicros, sql } from '#server/kernel/database.ts';
import { readPage, type Part } from '#server/kernel/paging.ts';
import { hashSecret } from '#server/kernel/caller.ts';
import { mediaUrl, type MediaWidth } from '#server/media/names.ts';
import type { CheckedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { textIn, translation } from '#server/languages/content.ts';

/** Keys of the two categories that the home page has rows for. */
export const ARTICLES = 'article';
export const VIDEOS = 'video';

/** Pixels of a cover in a list, and above an article. */
const LISTED_WIDTH = 640;
const READ_WIDTH = 1280;

type NewsPage = Pick<CheckedInputOf<typeof getNewsList>['query'], 'page' | 'limit' | 'cursor'>;

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
		sql`select count(*) ${matching(filter)}`.prepared('count_news').value<number>(db),
	]);
	const list = read.list.map(({ published_key: _, ...row }) => presentNews(row, LISTED_WIDTH));
	return { news_list: list, total, cursor: read.cursor };
}

/** In a language if it is translated, else as it was written. */
export const readNews = async (db: Db, newsId: number, language: string | null = null) =>
	presentPiece(
		await sql`${piece(language)} where ${VISIBLE} and news.news_id = ${newsId}`.prepared('select_piece').maybeOne(db),
	);

/** The piece of a private link that has not ended, hidden or not. */
export const readPreviewed = async (db: Db, token: string, language: string | null) =>
	presentPiece(
		await sql`${piece(language)} join preview_link link on link.news_id = news.news_id
			where token_hash = ${hashSecret(token)} and ends_at > lightstick_now()`.maybeOne(db),
	);

const presentPiece = (row: (NewsRow & { content: string }) | null) => row && presentNews(row, READ_WIDTH);

function presentNews<Row extends NewsRow>({ cover_media_id: mediaId, ...news }: Row, coverWidth: MediaWidth) {
	return { ...news, cover_url: mediaUrl(mediaId, coverWidth) };
}

type NewsRow = Omit<NewsItem, 'cover_url'> & { cover_media_id: string | null };

/** `published_key`: microseconds, for cursors. */
type ListedRow = NewsRow & { published_key: number };

interface NewsFilter {
	categoryId: number | null;
	categoryKey: string | null;
	keyword: string;
	language: string | null;
}

/** A visible piece in a language if it is translated, else as it was written. */
const NEWS = sql`news.news_id as id, coalesce(translation.title, news.title) as title,
	coalesce(translation.language, site.content_language) as lang, cover_media_id,
	${textIn("translation.more->>'cover_alt'", 'cover_alt', 'cover_alt', 'cover_lang')},
	category.key as category_key, ${epochSeconds('updated_at')} as updated_time`;

/** A translation counts once it has a title, and a text where the original has one. */
const from = (language: string | null) => sql`from news join news_category category using (category_id)
	cross join site_setting site
	${translation('news', 'news.news_id', language)} and translation.title <> '' and (translation.text_html <> '' or content_html = '')`;

const VISIBLE = sql`hidden_at is null and published_at <= lightstick_now()`;

const matching = ({ categoryId, categoryKey, keyword, language }: NewsFilter) => sql`${from(language)} where ${VISIBLE}
	and (${categoryId}::integer is null or category_id = ${categoryId})
	and (${categoryKey}::text is null or category.key = ${categoryKey})
	and (${keyword} = '' or news.search_text ~ (select held(${keyword}))
		or translation.search_text ~ (select held(${keyword})))`;

function selectNews(db: Db, filter: NewsFilter, offset: number, after: readonly Part[] | null, limit: number) {
	const [time = null, id = null] = after ?? [];
	return sql`select ${NEWS}, ${micros('published_at')} as published_key ${matching(filter)}
		and (${id}::integer is null or (published_at, news.news_id) < (${ofMicros(time)}, ${id}::integer))
		order by published_at desc, news.news_id desc offset ${offset} limit ${limit}`
		.prepared('select_news')
		.all<ListedRow>(db);
}

const piece = (language: string | null) =>
	sql`select ${NEWS}, coalesce(translation.text_html, content_html) as content ${from(language)}`;

export const listCategories = (db: Db, language: string | null = null) =>
	sql`select category_id as id, key, ${textIn('translation.title', 'name', 'name')}
			from news_category cross join site_setting site ${translation('category', 'category_id', language)}
			order by position, category_id`
		.prepared('select_categories')
		.all<ReplyOf<typeof getNewsCategories>['categories'][number]>(db);
