/** Articles and their categories. The list of categories is not paged, and every write of one returns the whole list. */
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import * as calls from '#contract/operator/news.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';
import { listQuery } from '../../lib/api/lists.ts';
import { readQuery, refresh, useWrite } from '../../lib/api/queries.ts';

export type NewsBody = InputOf<typeof calls.createNews>['body'];

interface NewsFilter {
	search: string;
	/** Empty for all. */
	visibility: calls.ConsoleNews['visibility'] | '';
	sort: 'published' | 'title';
	order: ListOrder;
}

export const newsListQuery = ({ search, visibility, sort, order }: NewsFilter) =>
	listQuery(['news', 'list', search, visibility, sort, order], (page, reading) => {
		const query = { search: search || undefined, visibility: visibility || undefined, sort, order, ...page };
		return call(calls.listNews, { query }, reading);
	});

export const newsQuery = (id: number) =>
	readQuery(
		['news', 'one', id],
		async (reading) => (await call(calls.readNews, { params: { news_id: id } }, reading)).news,
	);

interface Save {
	body: NewsBody;
	/** Null for a new article, or else the version that was edited. */
	news_id: number | null;
	version: number;
}

export const useSaveNews = () =>
	useWrite(
		async ({ body, news_id, version }: Save) =>
			news_id === null
				? (await call(calls.createNews, { body })).news
				: (await call(calls.editNews, { params: { news_id }, body: { ...body, version } })).news,
		{
			success: (client, news) => {
				client.setQueryData(newsQuery(news.news_id).queryKey, news);
				void refresh(client, ['news', 'list']);
			},
		},
	);

type Categories = ReplyOf<typeof calls.listCategories>;
export type Category = Categories['categories'][number];

export const categoriesQuery = readQuery(['news', 'categories'], (reading) => call(calls.listCategories, {}, reading));

/** Writes a category. Articles carry the names of their categories. */
export const useCategoryWrite = <Input>(write: (input: Input) => Promise<Categories>) =>
	useWrite(write, {
		success: (client, reply) => {
			client.setQueryData(categoriesQuery.queryKey, reply);
			void refresh(client, ['news', 'list']);
		},
	});
