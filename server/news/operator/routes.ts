/** News and categories in the hands of operators: drafts, scheduled pieces, categories. */
import * as calls from '#contract/operator/news.ts';
import {
	type consoleCategory,
	type ConsoleNews,
	type listNews,
	articles,
	categories,
} from '#contract/operator/news.ts';
import { removeNewsDrafts, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import { changeEach, expectLatest, record } from '#server/audit-trail/audit-trail.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import { serveChange, serveCreation, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { readPage, type Part } from '#server/kernel/paging.ts';
import { Problem } from '#server/kernel/problem.ts';
import { serveListed, serveRemoval } from '#server/resources/routes.ts';
import {
	createRow,
	deleteRow,
	editRow,
	lockRow,
	readRow,
	setHidden,
	withPictures,
	rowsOf,
	type Table,
} from '#server/resources/table.ts';
import { type Db, epochSeconds, sql, isBehind, micros, ofMicros, ordered, type Sql } from '#server/kernel/database.ts';
import { hashSecret, newSecret } from '#server/kernel/caller.ts';
import type { CheckedInputOf, InputOf } from '#contract/endpoint.ts';
import type * as z from 'zod/mini';

export function newsOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listNews, async ({ query }) => {
		const byTitle = query.sort === 'title';
		const { list, cursor } = await readPage(
			query,
			[byTitle ? 'text' : 'bigint', 'integer'],
			(after, limit) => selectNews(db, query, after, limit),
			(row) => [byTitle ? row.title_key : row.published_key, row.news_id],
		);
		return { list: list.map(withPictures), cursor };
	});
	serveOperator(deps, calls.readNews, async ({ params }) => ({ news: await readRow(db, news, params.news_id) }));
	serveCreation(
		deps,
		calls.createNews,
		(tx, { operator, body }) => createRow(tx, operator, news, body),
		async ({ id }) => ({ news: await readRow(db, news, id) }),
	);
	serveChange(deps, calls.editNews, async (tx, { operator, params, body }) => ({
		news: await editRow(tx, operator, news, params.news_id, body),
	}));
	serveRemoval(deps, calls.removeNews, news);
	serveOperator(deps, setNewsHidden, ({ operator, body }) =>
		setHidden(db, operator, body, { stored: news, verbs: { hide: 'unpublish', show: 'publish' } }),
	);
	serveOperator(deps, removeNewsDrafts, ({ operator, body: { items, dry_run: isDryRun } }) =>
		changeEach(db, items, async (tx, { id, version }) => {
			const before = await lockRow(tx, news, id);
			// Deleted by the first attempt of this request, or by somebody else.
			if (!before) return { outcome: 'unchanged', version: null };
			expectLatest(before, { version, missing: 'news_not_found' });
			if (!before.hidden) throw new Problem('news_published');
			if (isDryRun) return { outcome: 'changed', version: null };
			await deleteRow(tx, news, id);
			await record(tx, operator, { action: 'news.delete', target: `news:${id}`, before });
			return { outcome: 'changed', version: null };
		}),
	);
	serveOperator(deps, calls.previewHtml, ({ body }) => ({ html: sanitizeHtml(body.raw).html }));
	previewRoutes(deps);
	serveListed(deps, category);
}

/** The private link of an article: whoever has it reads the article as fans would, until the link ends. */
const DAYS = 7;

function previewRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	const read = (on: Db, newsId: number): Promise<number | null> =>
		sql`select ${epochSeconds('ends_at')} as ends from preview_link
			where news_id = ${newsId} and ends_at > lightstick_now()`
			.maybeOne<{ ends: number }>(on)
			.then((link) => link?.ends ?? null);
	serveOperator(deps, calls.readPreviewLink, async ({ params }) => ({ ends_time: await read(db, params.news_id) }));
	serveChange(deps, calls.makePreviewLink, async (tx, { operator, params: { news_id: id } }) => {
		if (!(await sql`select from news where news_id = ${id} for key share`.exists(tx)))
			throw new Problem('news_not_found');
		const token = newSecret();
		await sql`insert into preview_link (news_id, token_hash, ends_at)
				values (${id}, ${hashSecret(token)}, lightstick_now() + make_interval(days => ${DAYS}))
				on conflict (news_id) do update set token_hash = excluded.token_hash, ends_at = excluded.ends_at`.run(tx);
		const ends = await read(tx, id);
		await record(tx, operator, { action: 'news.make_link', target: `news:${id}`, after: { ends_time: ends } });
		return { path: `/news/${token}`, ends_time: ends };
	});
	serveChange(deps, calls.endPreviewLink, async (tx, { operator, params: { news_id: id } }) => {
		const ended = await sql`delete from preview_link where news_id = ${id} returning news_id`.exists(tx);
		if (ended) await record(tx, operator, { action: 'news.end_link', target: `news:${id}` });
		return { ends_time: null };
	});
}

type NewsFields = InputOf<typeof articles.create>['body'];
type NewsRow = Omit<ConsoleNews, 'cover'> & { published_key: number; title_key: string };

const VISIBILITY = sql`case when hidden_at is not null then 'hidden' when published_at > lightstick_now() then 'scheduled'
	else 'visible' end`;

/** Drafts without a time stand where they were saved last. */
const LISTED_AT = 'coalesce(published_at, hidden_at)';

const news: Table<NewsFields, NewsRow> = {
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

const category: Table<object, CategoryRow> & {
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
function selectNews(db: Db, filter: Filter, after: Part[] | null, limit: number): Promise<NewsRow[]> {
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
