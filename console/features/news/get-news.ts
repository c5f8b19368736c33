import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import {
	type ConsoleNews,
	createCategory,
	createNews,
	editCategory,
	editNews,
	listCategories,
	listNews,
	readNews,
	removeCategory,
} from '#contract/operator/news.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';

export type NewsBody = InputOf<typeof createNews>['body'];

interface NewsFilter {
	search: string;
	/** Empty for all. */
	visibility: ConsoleNews['visibility'] | '';
	sort: 'published' | 'title';
	order: ListOrder;
}

export const newsListQuery = ({ search, visibility, sort, order }: NewsFilter) =>
	infiniteQueryOptions({
		queryKey: ['news', 'list', search, visibility, sort, order],
		queryFn: ({ signal, pageParam }) =>
			call(
				listNews,
				{
					query: {
						search: search || undefined,
						visibility: visibility || undefined,
						sort,
						order,
						cursor: pageParam ?? undefined,
					},
				},
				{ signal },
			),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.cursor,
	});

export const newsQuery = (id: number) =>
	queryOptions({
		queryKey: ['news', 'one', id],
		queryFn: async ({ signal }) => (await call(readNews, { params: { news_id: id } }, { signal })).news,
	});

/** Creates an article, or changes one. For a change, `stored` holds its id and the version that was edited. */
export function useSaveNews() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async ({
			body,
			stored,
		}: {
			body: NewsBody;
			stored: Pick<ConsoleNews, 'news_id' | 'version'> | null;
		}) => {
			if (stored === null) return (await call(createNews, { body })).news;
			const { news_id, version } = stored;
			return (await call(editNews, { params: { news_id }, body: { ...body, version } })).news;
		},
		onSuccess: (news) => {
			client.setQueryData(newsQuery(news.news_id).queryKey, news);
			void client.invalidateQueries({ queryKey: ['news', 'list'] });
		},
	});
}

type Reply = ReplyOf<typeof listCategories>;
export type Category = Reply['categories'][number];

/** Reads and writes news categories. The list is not paged, and every write returns the whole list. */
export const categoriesQuery = queryOptions({
	queryKey: ['news', 'categories'],
	queryFn: ({ signal }) => call(listCategories, {}, { signal }),
});

type Body = InputOf<typeof createCategory>['body'];

export const useSaveCategory = () =>
	useWrite(({ body, stored }: { body: Body; stored: { id: number; version: number } | null }) =>
		stored
			? call(editCategory, { params: { category_id: stored.id }, body: { ...body, version: stored.version } })
			: call(createCategory, { body }),
	);

export const useRemoveCategory = () => useWrite((id: number) => call(removeCategory, { params: { category_id: id } }));

function useWrite<Input>(mutationFn: (input: Input) => Promise<Reply>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: (reply) => {
			client.setQueryData(categoriesQuery.queryKey, reply);
			// Articles carry the names of their categories.
			void client.invalidateQueries({ queryKey: ['news', 'list'] });
		},
	});
}
