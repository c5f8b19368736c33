/** Reads and writes of cases. */
import {
	infiniteQueryOptions,
	keepPreviousData,
	queryOptions,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import {
	previewCase,
	previewVoid,
	type CaseFilter,
	type VoteCase,
	restoreCase,
	voidCase,
} from '#contract/operator/voting/cases.ts';
import * as calls from '#contract/operator/voting/cases.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../../lib/api/call.ts';

/** Polling interval while a job voids or restores. */
const ASK_AGAIN_MS = 1_000;

const isMoving = ({ state }: Pick<VoteCase, 'state'>) => state === 'voiding' || state === 'restoring';

export const casesQuery = (order: ListOrder) =>
	infiniteQueryOptions({
		queryKey: ['cases', 'list', order],
		queryFn: ({ signal, pageParam }) =>
			call(calls.listCases, { query: { order, cursor: pageParam ?? undefined } }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.cursor,
	});

export const caseQuery = (caseId: number) =>
	queryOptions({
		queryKey: ['cases', 'one', caseId],
		queryFn: async ({ signal }) => (await call(calls.readCase, { params: { case_id: caseId } }, { signal })).case,
		refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? ASK_AGAIN_MS : false),
	});

/** `moved`: number of votes of the case that were voided and restored. When it changes, the list is read again. */
export const caseVotesQuery = (caseId: number, fanId: number | null, moved: string) =>
	infiniteQueryOptions({
		queryKey: ['cases', 'votes', caseId, fanId, moved],
		queryFn: ({ signal, pageParam }) =>
			call(
				calls.listCaseVotes,
				{
					params: { case_id: caseId },
					query: { fan_id: fanId ?? undefined, cursor: pageParam ?? undefined },
				},
				{ signal },
			),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.cursor,
		placeholderData: keepPreviousData,
	});

/** Counts the votes that a case would cover now. A null filter means that nothing is chosen yet. */
export const previewQuery = (rankingKey: string, filter: CaseFilter | null) =>
	queryOptions({
		queryKey: ['cases', 'preview', rankingKey, filter],
		queryFn: ({ signal }) =>
			call(previewCase, { params: { ranking_key: rankingKey }, body: { filter: filter ?? {} } }, { signal }),
		enabled: filter !== null,
		staleTime: 0,
	});

/** What a void of the case would do now. */
export const voidPreviewQuery = (caseId: number) =>
	queryOptions({
		queryKey: ['cases', 'rank-moves', caseId],
		queryFn: async ({ signal }) => (await call(previewVoid, { params: { case_id: caseId } }, { signal })).rank_moves,
		staleTime: 0,
	});

interface Keyed<Body> {
	body: Body;
	idempotencyKey: string;
}

export function useOpenCase() {
	return useCaseWrite(({ body, idempotencyKey }: Keyed<InputOf<typeof calls.openCase>['body']>) =>
		call(calls.openCase, { body }, { idempotencyKey }),
	);
}

export function useDropCase(caseId: number) {
	return useCaseWrite((why: string) => call(calls.dropCase, { params: { case_id: caseId }, body: { why } }));
}

export function useVoidCase(caseId: number) {
	return useCaseWrite(({ body, idempotencyKey }: Keyed<{ why: string }>) =>
		call(voidCase, { params: { case_id: caseId }, body }, { idempotencyKey }),
	);
}

export function useRestoreCase(caseId: number) {
	return useCaseWrite(({ body, idempotencyKey }: Keyed<{ fan_id: number | null; why: string }>) =>
		call(restoreCase, { params: { case_id: caseId }, body }, { idempotencyKey }),
	);
}

function useCaseWrite<Input, Reply extends { case: VoteCase }>(mutationFn: (input: Input) => Promise<Reply>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: ({ case: changed }) => client.setQueryData(caseQuery(changed.case_id).queryKey, changed),
		onSettled: () => {
			for (const key of ['cases', 'votes', 'fans', 'approvals', 'dashboard']) {
				void client.invalidateQueries({ queryKey: [key] });
			}
		},
	});
}
