/** Reads and decides approval requests, which wait for a second operator. */
import type { ReplyOf } from '#contract/endpoint.ts';
import { approve, listApprovals, reject } from '#contract/operator/approvals.ts';
import { readCheckInSettings, readSettings } from '#contract/operator/site/settings.ts';
import { readLedger } from '#contract/operator/accounts.ts';
import { listGoods } from '#contract/operator/goods.ts';
import { readRanking } from '#contract/operator/rankings/rankings.ts';
import { call } from '../../lib/api/call.ts';
import { listQuery } from '../../lib/api/lists.ts';
import { readQuery, refresh, useWrite } from '../../lib/api/queries.ts';

export type Approval = ReplyOf<typeof listApprovals>['list'][number];

export const approvalsQuery = listQuery(['approvals'], (page, reading) =>
	call(listApprovals, { query: page }, reading),
);

export type Decision = 'approve' | 'reject';

/** What an approved request may have changed. */
const CHANGED = 'fans orders operators goods settings check-in cases votes rankings incidents'.split(' ');

/** Sends the hash of the payload shown, so that operators decide only on what they have seen. */
export const useDecide = ({ approval_id, payload_hash }: Approval) =>
	useWrite(
		({ decision, why }: { decision: Decision; why: string }) =>
			call(decision === 'approve' ? approve : reject, { params: { approval_id }, body: { payload_hash, why } }),
		{
			settled: (client) => {
				void refresh(client, ...CHANGED.map((key) => [key]));
				return refresh(client, approvalsQuery.queryKey);
			},
		},
	);

/** How the thing that a waiting request changes stands now. */
export interface Before {
	gems?: number;
	bonus_gems?: number;
	price_minor?: number;
	currency?: string;
	ticket2gem_ratio?: number;
	currency_name?: string;
	currency_symbol?: string;
	gems_per_vote?: number;
	rewards?: number[];
	restarts_after_miss?: boolean;
	/** Gems of the fan. */
	earned?: number;
	purchased?: number;
}

/** Null for new things, for decided requests, and for kinds that show their effect otherwise. */
export const beforeQuery = ({ approval_id: id, kind, payload, status }: Approval) =>
	readQuery(['approvals', 'before', id], ({ signal }) => read(kind, Object(payload) as Payload, signal), {
		enabled: status === 'waiting',
	});

interface Payload {
	goods_id?: number | null;
	edit?: { ranking_key: string };
	fan_id?: number;
}

async function read(kind: string, payload: Payload, signal: AbortSignal): Promise<Before | null> {
	if (kind === 'goods_change' && payload.goods_id) {
		const { goods } = await call(listGoods, {}, { signal });
		return goods.find(({ goods_id: goodsId }) => goodsId === payload.goods_id) ?? null;
	}
	if (kind === 'economy_change') return (await call(readSettings, {}, { signal })).settings;
	if (kind === 'ranking_price' && payload.edit) {
		return (await call(readRanking, { params: { ranking_key: payload.edit.ranking_key } }, { signal })).ranking;
	}
	if (kind === 'reward_change') return (await call(readCheckInSettings, {}, { signal })).check_in;
	if ((kind === 'gem_adjustment' || kind === 'refund') && payload.fan_id !== undefined) {
		const input = { params: { fan_id: payload.fan_id }, query: { limit: 1 } };
		const [last] = (await call(readLedger, input, { signal })).list;
		return { earned: last?.earned_after ?? 0, purchased: last?.purchased_after ?? 0 };
	}
	return null;
}
