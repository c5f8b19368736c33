import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { type ConsoleNews, createNews, editNews, listNews, readNews } from '#contract/operator/news.ts';
import { call } from '../../lib/api/call.ts';

export type NewsBody = InputOf<typeof createNews>['body'];

export const newsListQuery = (search: string) =>
	infiniteQueryOptions({
		queryKey: ['news', 'list', search],
		queryFn: ({ signal, pageParam }) =>
			call(listNews, { query: { search: search || undefined, cursor: pageParam ?? undefined } }, { signal }),
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
