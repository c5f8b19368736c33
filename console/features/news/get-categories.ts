/** Reads and writes news categories. The list is not paged, and every write returns the whole list. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { createCategory, editCategory, listCategories, removeCategory } from '#contract/operator/news.ts';
import { call } from '../../lib/api/call.ts';

type Reply = ReplyOf<typeof listCategories>;
export type Category = Reply['categories'][number];

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
