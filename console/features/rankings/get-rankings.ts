import type { QueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import {
	listBirthdayProposals,
	makeBirthdayRanking,
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
import { listQuery } from '../../lib/api/lists.ts';
import { readQuery, refresh, useWrite } from '../../lib/api/queries.ts';

interface RankingFilter {
	search: string;
	/** Empty for all. */
	type: ConsoleRanking['ranking_type'] | '';
	sort: 'start' | 'title';
	order: ListOrder;
}

export const latestRankings: RankingFilter = { search: '', type: '', sort: 'start', order: 'desc' };

export const rankingsQuery = ({ search, type, sort, order }: RankingFilter) =>
	listQuery(['rankings', 'list', search, type, sort, order], (page, reading) => {
		const query = { search: search || undefined, ranking_type: type || undefined, sort, order, ...page };
		return call(listRankings, { query }, reading);
	});

const of = (key: string) => ({ params: { ranking_key: key } });

export const rankingQuery = (key: string) =>
	readQuery(['rankings', 'one', key], async (reading) => (await call(readRanking, of(key), reading)).ranking);

export const birthdaysQuery = readQuery(
	['rankings', 'birthdays'],
	async (reading) => (await call(listBirthdayProposals, {}, reading)).proposals,
);

export const useCreateRanking = () =>
	useRankingChange((body: InputOf<typeof createRanking>['body']) => call(createRanking, { body }));

export const useCloneLastMonth = () => useRankingChange((_: void) => call(cloneLastMonth, {}));

export const usePublishRanking = (key: string) =>
	useRankingChange((version: number) => call(publishRanking, { ...of(key), body: { version } }));

export const useEditRanking = (key: string) =>
	useRankingChange((body: InputOf<typeof editRanking>['body']) => call(editRanking, { ...of(key), body }));

const steps = {
	pause: pauseRanking,
	resume: resumeRanking,
	certify: certifyRanking,
	unpublish: unpublishRanking,
};
export type Step = keyof typeof steps;

/** Pause, resume, certify, unpublish: each with a reason. */
export const useRankingStep = (key: string, step: Step) =>
	useRankingChange((why: string) => call(steps[step], { ...of(key), body: { why } }));

/** Changes a ranking. If the change waits for approval, nothing has changed yet and the reply may hold no ranking. */
function useRankingChange<Input, Reply extends { ranking: ConsoleRanking | null }>(
	write: (input: Input) => Promise<Reply>,
) {
	return useWrite(write, {
		success: (client, { ranking }) => {
			void refresh(client, ['approvals']);
			if (ranking) keepRanking(client, ranking, ['rankings', 'list']);
		},
	});
}

export const useMakeBirthdayRanking = () =>
	useWrite((month: string) => call(makeBirthdayRanking, { params: { month } }), {
		success: (client, { ranking }) => keepRanking(client, ranking, ['rankings']),
	});

function keepRanking(client: QueryClient, ranking: ConsoleRanking, stale: string[]): void {
	client.setQueryData(rankingQuery(ranking.ranking_key).queryKey, ranking);
	void refresh(client, stale);
}

export const useDeleteRanking = (key: string) =>
	useWrite((_: void) => call(deleteRanking, of(key)), {
		success: (client) => void refresh(client, ['rankings', 'list']),
	});
