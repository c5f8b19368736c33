/** Reads and writes of cases. */
import { keepPreviousData } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import {
	previewCase,
	previewVoid,
	type CaseFilter,
	type VoteCase,
	restoreCase,
	voidCase,
} from '#contract/operator/voting/cases.ts';
import * as calls from '#contract/operator/voting/cases.ts';
import { call } from '../../../lib/api/call.ts';
import { listQuery } from '../../../lib/api/lists.ts';
import { readQuery, refresh, useWrite } from '../../../lib/api/queries.ts';

export const casesQuery = (order: ListOrder) =>
	listQuery(['cases', 'list', order], (page, reading) => call(calls.listCases, { query: { order, ...page } }, reading));

const of = (caseId: number) => ({ params: { case_id: caseId } });

/** Polling interval while a job voids or restores. */
const ASK_AGAIN_MS = 1_000;

export const caseQuery = (caseId: number) =>
	readQuery(['cases', 'one', caseId], async (reading) => (await call(calls.readCase, of(caseId), reading)).case, {
		refetchInterval: ({ state: { data } }) =>
			data?.state === 'voiding' || data?.state === 'restoring' ? ASK_AGAIN_MS : false,
	});

/** `moved`: number of votes of the case that were voided and restored. When it changes, the list is read again. */
export const caseVotesQuery = (caseId: number, fanId: number | null, moved: string) => ({
	...listQuery(['cases', 'votes', caseId, fanId, moved], (page, reading) =>
		call(calls.listCaseVotes, { ...of(caseId), query: { fan_id: fanId ?? undefined, ...page } }, reading),
	),
	placeholderData: keepPreviousData,
});

/** Counts the votes that a case would cover now. A null filter means that nothing is chosen yet. */
export const previewQuery = (rankingKey: string, filter: CaseFilter | null) =>
	readQuery(
		['cases', 'preview', rankingKey, filter],
		(reading) => call(previewCase, { params: { ranking_key: rankingKey }, body: { filter: filter ?? {} } }, reading),
		{ enabled: filter !== null, staleTime: 0 },
	);

/** What a void of the case would do now. */
export const voidPreviewQuery = (caseId: number) =>
	readQuery(
		['cases', 'rank-moves', caseId],
		async (reading) => (await call(previewVoid, of(caseId), reading)).rank_moves,
		{ staleTime: 0 },
	);

export const useOpenCase = () =>
	useCaseWrite((body: InputOf<typeof calls.openCase>['body'], once) => call(calls.openCase, { body }, once));

export const useDropCase = (caseId: number) =>
	useCaseWrite((why: string) => call(calls.dropCase, { ...of(caseId), body: { why } }));

export const useVoidCase = (caseId: number) =>
	useCaseWrite((why: string, once) => call(voidCase, { ...of(caseId), body: { why } }, once));

export const useRestoreCase = (caseId: number) =>
	useCaseWrite((body: { fan_id: number | null; why: string }, once) =>
		call(restoreCase, { ...of(caseId), body }, once),
	);

const useCaseWrite = <Input, Reply extends { case: VoteCase }>(
	write: (input: Input, once: { idempotencyKey: string }) => Promise<Reply>,
) =>
	useWrite(write, {
		success: (client, { case: changed }) => client.setQueryData(caseQuery(changed.case_id).queryKey, changed),
		settled: (client) => void refresh(client, ['cases'], ['votes'], ['fans'], ['approvals'], ['dashboard']),
	});
