import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listBirthdayProposals, makeBirthdayRanking } from '#contract/operator/rankings/rankings.ts';
import { call } from '../../lib/api/call.ts';
import { rankingQuery } from './get-rankings.ts';

export const birthdaysQuery = queryOptions({
	queryKey: ['rankings', 'birthdays'],
	queryFn: async ({ signal }) => (await call(listBirthdayProposals, {}, { signal })).proposals,
});

export function useMakeBirthdayRanking() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (month: string) => call(makeBirthdayRanking, { params: { month } }),
		onSuccess: ({ ranking }) => {
			client.setQueryData(rankingQuery(ranking.ranking_key).queryKey, ranking);
			void client.invalidateQueries({ queryKey: ['rankings'] });
		},
	});
}
