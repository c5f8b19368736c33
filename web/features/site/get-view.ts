/** A picture page that operators configured. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getView } from '#contract/site.ts';
import { call } from '../../lib/api/call.ts';

function viewQuery(id: string | undefined) {
	return queryOptions({
		queryKey: ['view', id],
		queryFn: ({ signal }) => call(getView, { query: { id: id ?? '' } }, { signal }),
		staleTime: 60_000,
	});
}

export function useView(id: string | undefined) {
	return useQuery(viewQuery(id));
}
