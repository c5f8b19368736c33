/** Statements of operators on news and categories. Rows are in the contract's names already. */
import type { CheckedInputOf, InputOf } from '#contract/endpoint.ts';
import type { consoleCategory, ConsoleNews, listNews } from '#contract/operator/news.ts';
import { articles, categories } from '#contract/operator/news.ts';
import type * as z from 'zod/mini';
import { type Db, epochSeconds, isBehind, micros, ofMicros, ordered, sql, type Sql } from '#server/kernel/database.ts';
import type { Part } from '#server/kernel/paging.ts';
import { Problem } from '#server/kernel/problem.ts';
import { lockRow, rowsOf, type Table } from '#server/resources/table.ts';

type NewsFields = InputOf<typeof articles.create>['body'];
type NewsRow = Omit<ConsoleNews, 'cover'> & { published_key: number; title_key: string };

const VISIBILITY = sql`case when hidden_at is not null then 'hidden' when published_at > lightstick_now() then 'scheduled'
	else 'visible' end`;

/** Drafts without a time stand where they were saved last. */
const LISTED_AT = 'coalesce(published_at, hidden_at)';

export const news: Table<NewsFields, NewsRow> = {
	...articles,
	table: 'news',
	instants: { publish_local: 'published_at' },
	join: sql`join news_category category using (category_id)`,
	shown: sql`category.name as category_name, ${epochSeconds('published_at')} as published_time,
		${epochSeconds('updated_at')} as updated_time, ${VISIBILITY} as visibility,
		${micros(LISTED_AT)} as published_key, folded(title) as title_key`,
	write: ({ hidden, publish_local: local }: Partial<NewsFields>) => ({
		updated_at: sql`lightstick_now()`,
		// Shown without a time: published now, or when it was before.
		...(hidden === false && local === undefined && { published_at: sql`coalesce(published_at, lightstick_now())` }),
		...(hidden === false && local === null && { published_at: sql`lightstick_now()` }),
	}),
	async check(tx, { category_id: id }) {
		if (!(await lockRow(tx, category, id))) throw new Problem('category_not_found');
	},
};

type CategoryRow = z.output<typeof consoleCategory>;

export const category: Table<object, CategoryRow> & {
	order: Sql;
	expectUnused(row: CategoryRow): void;
} & typeof categories = {
	...categories,
	table: 'news_category',
	order: sql`position, category_id`,
	shown: sql`(select count(*) from news where news.category_id = news_category.category_id) as piece_count`,
	expectUnused({ piece_count: pieces }: CategoryRow) {
		if (pieces > 0) throw new Problem('category_in_use');
	},
};

type Filter = CheckedInputOf<typeof listNews>['query'];

/** `after`: sort key and id of the last row of the previous page. */
export function selectNews(db: Db, filter: Filter, after: Part[] | null, limit: number): Promise<NewsRow[]> {
	const { search = '', category_id: categoryId, visibility = null, sort = 'published' } = filter;
	const { order = sort === 'title' ? 'asc' : 'desc' } = filter;
	const columns = [sort === 'title' ? 'folded(title)' : LISTED_AT, 'news_id'];
	const last = after && [sort === 'title' ? after[0] : ofMicros(after[0]), after[1]];
	return sql`${rowsOf(news)}
		where (${search} = '' or holds(search_text, ${search}))
			and (${categoryId || null}::integer is null or category_id = ${categoryId || null})
			and (${visibility}::text is null or ${VISIBILITY} = ${visibility})
			and ${isBehind(columns, order, last)}
		${ordered(columns, order)} limit ${limit}`.all(db);
}
