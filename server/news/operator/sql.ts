/** Statements of operators on news and categories. Rows are in the contract's names already. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { consoleCategory, ConsoleNews, listNews } from '#contract/operator/news.ts';
import pg from 'pg';
import type * as z from 'zod/mini';
import type { Db, Tx } from '#server/kernel/database.ts';
import type { Part } from '#server/kernel/paging.ts';
import {
	epochSeconds,
	isBehind,
	localTime,
	micros,
	nowIf,
	ofMicros,
	ordered,
	row,
	set,
	sql,
} from '#server/kernel/sql.ts';

export type NewsRow = Omit<ConsoleNews, 'cover'> & { published_key: number; title_key: string };

/** An operator's input, with its sanitized copy. */
export interface NewsFields {
	category_id: number;
	title: string;
	cover_media_id: string | null;
	cover_alt: string;
	content_raw: string;
	content_html: string;
	content_policy: number;
	publish_local: string;
	hidden: boolean;
}

const VISIBILITY = sql`case when hidden_at is not null then 'hidden' when published_at > lightstick_now() then 'scheduled'
	else 'visible' end`;
const NEWS = sql`news_id, category_id, category.name as category_name, title, cover_media_id, cover_alt, content_raw,
	content_html, ${localTime('published_at')} as publish_local,
	${epochSeconds('published_at')} as published_time,
	${epochSeconds('updated_at')} as updated_time, hidden_at is not null as hidden,
	${VISIBILITY} as visibility, news.version,
	${micros('published_at')} as published_key, folded(title) as title_key`;
const FROM = sql`from news join news_category category using (category_id) cross join site_setting site`;

type Filter = CheckedInputOf<typeof listNews>['query'];

/** `after`: sort key and id of the last row of the previous page. */
export function selectNews(db: Db, filter: Filter, after: Part[] | null, limit: number): Promise<NewsRow[]> {
	const { search = '', category_id: categoryId, visibility = null, sort = 'published' } = filter;
	const { order = sort === 'title' ? 'asc' : 'desc' } = filter;
	const columns = [sort === 'title' ? 'folded(title)' : 'published_at', 'news_id'];
	const last = after && [sort === 'title' ? after[0] : ofMicros(after[0]), after[1]];
	return sql`select ${NEWS} ${FROM}
		where (${search} = '' or position(folded(${search}) in search_text) > 0)
			and (${categoryId || null}::integer is null or category_id = ${categoryId || null})
			and (${visibility}::text is null or ${VISIBILITY} = ${visibility})
			and ${isBehind(columns, order, last)}
		${ordered(columns, order)} limit ${limit}`.all(db);
}

export function selectPiece(db: Db, newsId: number): Promise<NewsRow | null> {
	return sql`select ${NEWS} ${FROM} where news_id = ${newsId}`.maybeOne(db);
}

export function lockPiece(tx: Tx, newsId: number): Promise<NewsRow | null> {
	return sql`select ${NEWS} ${FROM} where news_id = ${newsId} for update of news`.maybeOne(tx);
}

const columnsOf = ({ publish_local: _, hidden, ...same }: NewsFields) => ({
	...same,
	updated_at: sql`lightstick_now()`,
	hidden_at: nowIf(hidden),
});

export function insertPiece(tx: Tx, fields: NewsFields, publishedAt: Date): Promise<number> {
	return sql`insert into news ${row({ ...columnsOf(fields), published_at: publishedAt })} returning news_id`.value(tx);
}

/** Without a time of publication, the stored one is kept, with its seconds. */
export function updatePiece(tx: Tx, newsId: number, fields: NewsFields, publishedAt: Date | undefined): Promise<void> {
	return sql`update news set ${set({ ...columnsOf(fields), published_at: publishedAt })}, version = version + 1
		where news_id = ${newsId}`.run(tx);
}

export function updateHidden(tx: Tx, newsId: number, hidden: boolean): Promise<void> {
	return sql`update news set hidden_at = ${nowIf(hidden)}, updated_at = lightstick_now(), version = version + 1
		where news_id = ${newsId}`.run(tx);
}

/** Its translations go with it. */
export function deletePiece(tx: Tx, newsId: number): Promise<void> {
	return sql`delete from news where news_id = ${newsId}`.run(tx);
}

export type CategoryRow = z.output<typeof consoleCategory>;

const CATEGORY = sql`category_id, name, key, position, version,
	(select count(*) from news where news.category_id = news_category.category_id) as piece_count`;

export function selectCategories(db: Db): Promise<CategoryRow[]> {
	return sql`select ${CATEGORY} from news_category order by position, category_id`.all(db);
}

/** Counts the pieces once nobody can add one: a statement that waits for the lock would count those from before. */
export async function lockCategory(tx: Tx, categoryId: number): Promise<CategoryRow | null> {
	await sql`select from news_category where category_id = ${categoryId} for update`.run(tx);
	return sql`select ${CATEGORY} from news_category where category_id = ${categoryId}`.maybeOne(tx);
}

export type CategoryFields = Pick<CategoryRow, 'name' | 'key' | 'position'>;

/** Returns null if the key is taken. */
export function insertCategory(tx: Tx, { name, key, position }: CategoryFields): Promise<number | null> {
	return sql`insert into news_category (name, key, position) values (${name}, ${key}, ${position})
		on conflict do nothing
		returning category_id as id`.maybeValue(tx);
}

/** PostgreSQL's unique_violation. */
const TAKEN = '23505';

/** Returns false if another row has the key. The transaction can then only be rolled back. */
export async function updateCategory(
	tx: Tx,
	categoryId: number,
	{ name, key, position }: CategoryFields,
): Promise<boolean> {
	try {
		await sql`update news_category set name = ${name}, key = ${key}, position = ${position},
		version = version + 1 where category_id = ${categoryId}`.run(tx);
		return true;
	} catch (error) {
		// To look before would miss a key that somebody else is about to commit.
		if (error instanceof pg.DatabaseError && error.code === TAKEN) return false;
		throw error;
	}
}

export function deleteCategory(tx: Tx, categoryId: number): Promise<void> {
	return sql`delete from news_category where category_id = ${categoryId}`.run(tx);
}
