/** Every statement on news. Hidden and scheduled pieces are never returned. */
import { maybeOne, one, type Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

export interface NewsRow {
	newsId: number;
	title: string;
	/** Of title and content. */
	language: string;
	coverMediaId: string | null;
	coverAlt: string;
	categoryKey: string;
	/** Epoch seconds. */
	updatedTime: number;
}

export interface NewsFilter {
	/** Null: all. */
	categoryId: number | null;
	categoryKey: string | null;
	/** A part of the title in any case; empty: all. */
	keyword: string;
	/** Null: as written. */
	language: string | null;
}

/** A visible piece in a language if it is translated, else as it was written. */
const NEWS = `news.news_id as "newsId", coalesce(translation.title, news.title) as title,
	coalesce(translation.language, site.content_language) as "language",
	cover_media_id as "coverMediaId", cover_alt as "coverAlt",
	category.key as "categoryKey", ${epochSeconds('updated_at')} as "updatedTime"`;

/** A translation counts once it has a title, and a text where the original has one. */
const from = (language: string) => `from news join news_category category using (category_id)
	cross join site_setting site
	left join translation on translation.news_id = news.news_id and translation.language = ${language}
		and translation.title <> '' and (translation.text_html <> '' or content_html = '')`;

const VISIBLE = `hidden_at is null and published_at <= lightstick_now()`;

// position() takes the keyword as it is: no character of it is a wildcard.
const FILTER = `${VISIBLE} and ($1::integer is null or category_id = $1) and ($2::text is null or category.key = $2)
	and ($3 = '' or position(lower($3) in lower(news.title)) > 0
		or position(lower($3) in lower(translation.title)) > 0)`;

const values = ({ categoryId, categoryKey, keyword, language }: NewsFilter) => [
	categoryId,
	categoryKey,
	keyword,
	language,
];

export function selectNews(
	db: Db,
	filter: NewsFilter,
	{ offset, limit }: { offset: number; limit: number },
): Promise<NewsRow[]> {
	return db.query<NewsRow>({
		name: 'select_news',
		text: `select ${NEWS} ${from('$4')} where ${FILTER}
			order by published_at desc, news.news_id desc offset $5 limit $6`,
		values: [...values(filter), offset, limit],
	});
}

export async function countNews(db: Db, filter: NewsFilter): Promise<number> {
	const row = await one<{ total: number }>(db, {
		name: 'count_news',
		text: `select count(*) as total ${from('$4')} where ${FILTER}`,
		values: values(filter),
	});
	return row.total;
}

export function selectPiece(
	db: Db,
	newsId: number,
	language: string | null,
): Promise<(NewsRow & { content: string }) | null> {
	return maybeOne<NewsRow & { content: string }>(db, {
		name: 'select_piece',
		text: `select ${NEWS}, coalesce(translation.text_html, content_html) as content ${from('$2')}
			where ${VISIBLE} and news.news_id = $1`,
		values: [newsId, language],
	});
}

export function selectCategories(db: Db): Promise<{ id: number; name: string; key: string }[]> {
	return db.query({
		name: 'select_categories',
		text: 'select category_id as id, name, key from news_category order by position, category_id',
	});
}
