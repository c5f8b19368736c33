/** Statements of operators on news and categories. Rows are in the contract's names already. */
import type { consoleCategory, ConsoleNews } from '#contract/operator/news.ts';
import pg from 'pg';
import type * as z from 'zod/mini';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

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

const VISIBILITY = `case when hidden_at is not null then 'hidden' when published_at > lightstick_now() then 'scheduled'
	else 'visible' end`;
const NEWS = `news_id, category_id, category.name as category_name, title, cover_media_id, cover_alt, content_raw,
	content_html, to_char(published_at at time zone site.timezone, 'YYYY-MM-DD"T"HH24:MI') as publish_local,
	${epochSeconds('published_at')} as published_time,
	${epochSeconds('updated_at')} as updated_time, hidden_at is not null as hidden,
	${VISIBILITY} as visibility, news.version,
	(extract(epoch from published_at) * 1000000)::bigint as published_key, lower(title) as title_key`;
const FROM = `from news join news_category category using (category_id) cross join site_setting site`;

export interface NewsFilter {
	search: string;
	categoryId: number | null;
	visibility: string | null;
	sort: 'published' | 'title';
	order: 'asc' | 'desc';
	after: readonly [string | number, number] | null;
	limit: number;
}

export function selectNews(
	db: Db,
	{ search, categoryId, visibility, sort, order, after, limit }: NewsFilter,
): Promise<NewsRow[]> {
	const past = order === 'asc' ? '>' : '<';
	const [beyond, columns, kind] =
		sort === 'title'
			? [`(lower(title), news_id) ${past} ($4, $5::integer)`, `lower(title) ${order}, news_id ${order}`, 'text']
			: [
					`(published_at, news_id) ${past} ('epoch'::timestamptz + $4 * interval '1 microsecond', $5::integer)`,
					`published_at ${order}, news_id ${order}`,
					'bigint',
				];
	return db.query<NewsRow>({
		text: `select ${NEWS} ${FROM}
			where ($1 = '' or position(lower($1) in lower(title)) > 0) and ($2::integer is null or category_id = $2)
				and ($3::text is null or ${VISIBILITY} = $3) and ($4::${kind} is null or ${beyond})
			order by ${columns} limit $6`,
		values: [search, categoryId, visibility, after?.[0] ?? null, after?.[1] ?? null, limit],
	});
}

export function selectPiece(db: Db, newsId: number): Promise<NewsRow | null> {
	return maybeOne<NewsRow>(db, { text: `select ${NEWS} ${FROM} where news_id = $1`, values: [newsId] });
}

export function lockPiece(tx: Tx, newsId: number): Promise<NewsRow | null> {
	return maybeOne<NewsRow>(tx, {
		text: `select ${NEWS} ${FROM} where news_id = $1 for update of news`,
		values: [newsId],
	});
}

const FIELDS = 'category_id, title, cover_media_id, cover_alt, content_raw, content_html, content_policy';
const PUBLISHED = `(select ($2::timestamp) at time zone timezone from site_setting)`;
const HIDDEN = `case when $3 then coalesce(hidden_at, lightstick_now()) end`;

export async function insertPiece(tx: Tx, fields: NewsFields): Promise<number> {
	const { newsId } = await one<{ newsId: number }>(tx, {
		text: `insert into news (${FIELDS}, published_at, updated_at, hidden_at)
			select ${FIELDS}, ${PUBLISHED}, lightstick_now(), ${HIDDEN} from jsonb_populate_record(null::news, $1)
			returning news_id as "newsId"`,
		values: [JSON.stringify(fields), fields.publish_local, fields.hidden],
	});
	return newsId;
}

/** A time of publication that was not touched keeps its seconds. */
export async function updatePiece(tx: Tx, newsId: number, fields: NewsFields, keepsTime: boolean): Promise<void> {
	await tx.query({
		text: `update news set (${FIELDS}) = (select ${FIELDS} from jsonb_populate_record(null::news, $1)),
				published_at = case when $5 then published_at else ${PUBLISHED} end, updated_at = lightstick_now(),
				hidden_at = ${HIDDEN}, version = version + 1
			where news_id = $4`,
		values: [JSON.stringify(fields), fields.publish_local, fields.hidden, newsId, keepsTime],
	});
}

export async function updateHidden(tx: Tx, newsId: number, hidden: boolean): Promise<void> {
	await tx.query({
		text: `update news set hidden_at = case when $2 then lightstick_now() end, updated_at = lightstick_now(),
				version = version + 1
			where news_id = $1`,
		values: [newsId, hidden],
	});
}

/** Its translations go with it. */
export async function deletePiece(tx: Tx, newsId: number): Promise<void> {
	await tx.query({ text: 'delete from news where news_id = $1', values: [newsId] });
}

export type CategoryRow = z.output<typeof consoleCategory>;

const CATEGORY = `category_id, name, key, position, version,
	(select count(*) from news where news.category_id = news_category.category_id) as piece_count`;

export function selectCategories(db: Db): Promise<CategoryRow[]> {
	return db.query<CategoryRow>({ text: `select ${CATEGORY} from news_category order by position, category_id` });
}

/** Counts the pieces once nobody can add one: a statement that waits for the lock would count those from before. */
export async function lockCategory(tx: Tx, categoryId: number): Promise<CategoryRow | null> {
	await tx.query({ text: 'select from news_category where category_id = $1 for update', values: [categoryId] });
	return maybeOne<CategoryRow>(tx, {
		text: `select ${CATEGORY} from news_category where category_id = $1`,
		values: [categoryId],
	});
}

export type CategoryFields = Pick<CategoryRow, 'name' | 'key' | 'position'>;

/** Returns null if the key is taken. */
export async function insertCategory(tx: Tx, { name, key, position }: CategoryFields): Promise<number | null> {
	const row = await maybeOne<{ id: number }>(tx, {
		text: `insert into news_category (name, key, position) values ($1, $2, $3) on conflict do nothing
			returning category_id as id`,
		values: [name, key, position],
	});
	return row?.id ?? null;
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
		await tx.query({
			text: `update news_category set name = $2, key = $3, position = $4, version = version + 1 where category_id = $1`,
			values: [categoryId, name, key, position],
		});
		return true;
	} catch (error) {
		// To look before would miss a key that somebody else is about to commit.
		if (error instanceof pg.DatabaseError && error.code === TAKEN) return false;
		throw error;
	}
}

export async function deleteCategory(tx: Tx, categoryId: number): Promise<void> {
	await tx.query({ text: 'delete from news_category where category_id = $1', values: [categoryId] });
}
