/** Reads and writes of fans. */
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import * as fans from '#contract/operator/accounts.ts';
import { adjustGems, readLedger } from '#contract/operator/accounts.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';

export type ListedFan = ReplyOf<typeof fans.listFans>['list'][number];
export type Fan = ReplyOf<typeof fans.readFan>['fan'];
export type LedgerEntry = ReplyOf<typeof readLedger>['list'][number];
export type FanVote = ReplyOf<typeof fans.readFanVotes>['list'][number];
export type FanOrder = ReplyOf<typeof fans.readFanOrders>['list'][number];

const firstPage = null as string | null;

export const fansQuery = (search: string, order: ListOrder) =>
	infiniteQueryOptions({
		queryKey: ['fans', 'list', search, order],
		queryFn: ({ signal, pageParam }) =>
			call(
				fans.listFans,
				{ query: { search: search || undefined, order, cursor: pageParam ?? undefined } },
				{ signal },
			),
		initialPageParam: firstPage,
		getNextPageParam: (last) => last.cursor,
	});

const of = (id: number) => ({ params: { fan_id: id } });

export const fanQuery = (id: number) =>
	queryOptions({
		queryKey: ['fans', id, 'fan'],
		queryFn: async ({ signal }) => (await call(fans.readFan, of(id), { signal })).fan,
	});

export const ledgerQuery = (id: number) =>
	infiniteQueryOptions({
		queryKey: ['fans', id, 'ledger'],
		queryFn: ({ signal, pageParam }) =>
			call(readLedger, { ...of(id), query: { cursor: pageParam ?? undefined } }, { signal }),
		initialPageParam: firstPage,
		getNextPageParam: (last) => last.cursor,
	});

export const votesQuery = (id: number) =>
	infiniteQueryOptions({
		queryKey: ['fans', id, 'votes'],
		queryFn: ({ signal, pageParam }) =>
			call(fans.readFanVotes, { ...of(id), query: { cursor: pageParam ?? undefined } }, { signal }),
		initialPageParam: firstPage,
		getNextPageParam: (last) => last.cursor,
	});

export const ordersQuery = (id: number) =>
	infiniteQueryOptions({
		queryKey: ['fans', id, 'orders'],
		queryFn: ({ signal, pageParam }) =>
			call(fans.readFanOrders, { ...of(id), query: { cursor: pageParam ?? undefined } }, { signal }),
		initialPageParam: firstPage,
		getNextPageParam: (last) => last.cursor,
	});

export const sessionsQuery = (id: number) =>
	queryOptions({
		queryKey: ['fans', id, 'sessions'],
		queryFn: async ({ signal }) => (await call(fans.readFanSessions, of(id), { signal })).list,
	});

export type FanStep = 'suspend' | 'restore' | 'log-out' | 'delete';

/** Applies an action to the fan's account, such as suspending or restoring it. */
export function useFanStep(id: number, step: FanStep) {
	return useWrite(id, async (why: string): Promise<void> => {
		const body = { why };
		if (step === 'suspend') await call(fans.suspendFan, { ...of(id), body });
		else if (step === 'restore') await call(fans.restoreFan, { ...of(id), body });
		else if (step === 'log-out') await call(fans.logFanOut, { ...of(id), body });
		else await call(fans.deleteFan, { ...of(id), body: { ...body, gems_are_given_up: true } });
	});
}

export type AdjustBody = InputOf<typeof adjustGems>['body'];

export function useAdjustGems(id: number) {
	return useWrite(id, ({ body, idempotencyKey }: { body: AdjustBody; idempotencyKey: string }) =>
		call(adjustGems, { ...of(id), body }, { idempotencyKey }),
	);
}

function useWrite<Input, Reply>(id: number, mutationFn: (input: Input) => Promise<Reply>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: async () => {
			void client.invalidateQueries({ queryKey: ['fans', 'list'] });
			void client.invalidateQueries({ queryKey: ['approvals'] });
			await client.invalidateQueries({ queryKey: ['fans', id] });
		},
	});
}
