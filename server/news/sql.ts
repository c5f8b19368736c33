/** Every statement on news. Hidden and scheduled pieces are never returned. */
import { maybeOne, one, type Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

export interface NewsRow {
	newsId: number;
	title: string;
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
}

const NEWS = `news_id as "newsId", title, cover_media_id as "coverMediaId", cover_alt as "coverAlt",
	category.key as "categoryKey", ${epochSeconds('updated_at')} as "updatedTime"`;

const VISIBLE = `hidden_at is null and published_at <= lightstick_now()`;

// position() takes the keyword as it is: no character of it is a wildcard.
const FILTER = `${VISIBLE} and ($1::integer is null or category_id = $1) and ($2::text is null or category.key = $2)
	and ($3 = '' or position(lower($3) in lower(title)) > 0)`;

const values = ({ categoryId, categoryKey, keyword }: NewsFilter) => [categoryId, categoryKey, keyword];

export function selectNews(
	db: Db,
	filter: NewsFilter,
	{ offset, limit }: { offset: number; limit: number },
): Promise<NewsRow[]> {
	return db.query<NewsRow>({
		name: 'select_news',
		text: `select ${NEWS} from news join news_category category using (category_id) where ${FILTER}
			order by published_at desc, news_id desc offset $4 limit $5`,
		values: [...values(filter), offset, limit],
	});
}

export async function countNews(db: Db, filter: NewsFilter): Promise<number> {
	const row = await one<{ total: number }>(db, {
		name: 'count_news',
		text: `select count(*) as total from news join news_category category using (category_id) where ${FILTER}`,
		values: values(filter),
	});
	return row.total;
}

export function selectPiece(db: Db, newsId: number): Promise<(NewsRow & { content: string }) | null> {
	return maybeOne<NewsRow & { content: string }>(db, {
		name: 'select_piece',
		text: `select ${NEWS}, content_html as content from news join news_category category using (category_id)
			where ${VISIBLE} and news_id = $1`,
		values: [newsId],
	});
}

export function selectCategories(db: Db): Promise<{ id: number; name: string; key: string }[]> {
	return db.query({
		name: 'select_categories',
		text: 'select category_id as id, name, key from news_category order by position, category_id',
	});
}
