/** Reads and writes of fans. */
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import * as fans from '#contract/operator/accounts.ts';
import { adjustGems, readLedger } from '#contract/operator/accounts.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';
import { listQuery } from '../../lib/api/lists.ts';
import { readQuery, refresh, useWrite } from '../../lib/api/queries.ts';

export type ListedFan = ReplyOf<typeof fans.listFans>['list'][number];
export type Fan = ReplyOf<typeof fans.readFan>['fan'];
export type LedgerEntry = ReplyOf<typeof readLedger>['list'][number];
export type FanOrder = ReplyOf<typeof fans.readFanOrders>['list'][number];

export const fansQuery = (search: string, order: ListOrder) =>
	listQuery(['fans', 'list', search, order], (page, reading) =>
		call(fans.listFans, { query: { search: search || undefined, order, ...page } }, reading),
	);

const of = (id: number) => ({ params: { fan_id: id } });

export const fanQuery = (id: number) =>
	readQuery(['fans', id, 'fan'], async (reading) => (await call(fans.readFan, of(id), reading)).fan);

export const ledgerQuery = (id: number) =>
	listQuery(['fans', id, 'ledger'], (query, reading) => call(readLedger, { ...of(id), query }, reading));

export const votesQuery = (id: number) =>
	listQuery(['fans', id, 'votes'], (query, reading) => call(fans.readFanVotes, { ...of(id), query }, reading));

export const ordersQuery = (id: number) =>
	listQuery(['fans', id, 'orders'], (query, reading) => call(fans.readFanOrders, { ...of(id), query }, reading));

export const sessionsQuery = (id: number) =>
	readQuery(['fans', id, 'sessions'], async (reading) => (await call(fans.readFanSessions, of(id), reading)).list);

export type FanStep = 'suspend' | 'restore' | 'log-out' | 'delete';

/** Applies an action to the fan's account, such as suspending or restoring it. */
export const useFanStep = (id: number, step: FanStep) =>
	useFanWrite(id, async (why: string): Promise<void> => {
		const input = { ...of(id), body: { why } };
		if (step === 'suspend') await call(fans.suspendFan, input);
		else if (step === 'restore') await call(fans.restoreFan, input);
		else if (step === 'log-out') await call(fans.logFanOut, input);
		else await call(fans.deleteFan, { ...of(id), body: { why, gems_are_given_up: true } });
	});

export const useAdjustGems = (id: number) =>
	useFanWrite(id, (body: InputOf<typeof adjustGems>['body'], once) => call(adjustGems, { ...of(id), body }, once));

const useFanWrite = <Input, Reply>(
	id: number,
	write: (input: Input, once: { idempotencyKey: string }) => Promise<Reply>,
) =>
	useWrite(write, {
		success: (client) => {
			void refresh(client, ['fans', 'list'], ['approvals']);
			return refresh(client, ['fans', id]);
		},
	});
