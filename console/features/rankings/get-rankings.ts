import {
	infiniteQueryOptions,
	type QueryClient,
	queryOptions,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import {
	deleteRanking,
	publishRanking,
	unpublishRanking,
	certifyRanking,
	cloneLastMonth,
	type ConsoleRanking,
	createRanking,
	editRanking,
	listRankings,
	pauseRanking,
	readRanking,
	resumeRanking,
} from '#contract/operator/rankings/rankings.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';

export interface RankingFilter {
	search: string;
	/** Empty for all. */
	type: ConsoleRanking['ranking_type'] | '';
	sort: 'start' | 'title';
	order: ListOrder;
}

export const latestRankings: RankingFilter = { search: '', type: '', sort: 'start', order: 'desc' };

export const rankingsQuery = ({ search, type, sort, order }: RankingFilter) =>
	infiniteQueryOptions({
		queryKey: ['rankings', 'list', search, type, sort, order],
		queryFn: ({ signal, pageParam }) =>
			call(
				listRankings,
				{
					query: {
						search: search || undefined,
						ranking_type: type || undefined,
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

export const rankingQuery = (key: string) =>
	queryOptions({
		queryKey: ['rankings', 'one', key],
		queryFn: async ({ signal }) => (await call(readRanking, { params: { ranking_key: key } }, { signal })).ranking,
	});

export function useCreateRanking() {
	return useRankingChange((body: InputOf<typeof createRanking>['body']) => call(createRanking, { body }));
}

export function useCloneLastMonth() {
	return useRankingChange((_: void) => call(cloneLastMonth, {}));
}

export function usePublishRanking(key: string) {
	return useRankingChange((version: number) =>
		call(publishRanking, { params: { ranking_key: key }, body: { version } }),
	);
}

export function useDeleteRanking(key: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (_: void) => call(deleteRanking, { params: { ranking_key: key } }),
		onSuccess: () => void client.invalidateQueries({ queryKey: ['rankings', 'list'] }),
	});
}

export function useEditRanking(key: string) {
	return useRankingChange((body: InputOf<typeof editRanking>['body']) =>
		call(editRanking, { params: { ranking_key: key }, body }),
	);
}

const steps = {
	pause: pauseRanking,
	resume: resumeRanking,
	certify: certifyRanking,
	unpublish: unpublishRanking,
};
export type Step = keyof typeof steps;

/** Pause, resume, certify, unpublish: each with a reason. */
export function useRankingStep(key: string, step: Step) {
	return useRankingChange((why: string) => call(steps[step], { params: { ranking_key: key }, body: { why } }));
}

/** Changes a ranking. If the change waits for approval, nothing has changed yet and the reply may hold no ranking. */
function useRankingChange<Input, Reply extends { ranking: ConsoleRanking | null }>(
	mutationFn: (input: Input) => Promise<Reply>,
) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: ({ ranking }) => {
			void client.invalidateQueries({ queryKey: ['approvals'] });
			if (ranking) keepRanking(client, ranking);
		},
	});
}

function keepRanking(client: QueryClient, ranking: ConsoleRanking): void {
	client.setQueryData(rankingQuery(ranking.ranking_key).queryKey, ranking);
	void client.invalidateQueries({ queryKey: ['rankings', 'list'] });
}
