/** Reads and writes of the operator's own views of a list. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ListName, listSavedViews, removeSavedView, saveView } from '#contract/operator/lists/saved-views.ts';
import { call } from '../../api/call.ts';

export const viewsQuery = (list: ListName) =>
	queryOptions({
		queryKey: ['saved-views', list],
		queryFn: async ({ signal }) => (await call(listSavedViews, { query: { list } }, { signal })).views,
	});

export function useSaveView(list: ListName) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (view: { name: string; query: string }) => call(saveView, { body: { list, ...view } }),
		onSuccess: ({ views }) => client.setQueryData(viewsQuery(list).queryKey, views),
	});
}

export function useRemoveView(list: ListName) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (id: number) => call(removeSavedView, { params: { saved_view_id: id } }),
		onSuccess: () => client.invalidateQueries({ queryKey: viewsQuery(list).queryKey }),
	});
}
