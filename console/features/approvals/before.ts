/** How the things stand that waiting approval requests would change. */
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { readLedger } from '#contract/operator/accounts.ts';
import type { approval } from '#contract/operator/approvals.ts';
import { listGoods } from '#contract/operator/goods.ts';
import { listEntries } from '#contract/operator/rankings/entries.ts';
import { readRanking } from '#contract/operator/rankings/rankings.ts';
import { readCheckInSettings, readSettings } from '#contract/operator/site/settings.ts';
import { call } from '../../lib/api/call.ts';

export type Approval = z.output<typeof approval>;

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
	/** Of an entry, as the chart stands. */
	tickets?: number;
	rank?: number | null;
}

/** Null for new things, for decided requests, and for kinds that show their effect otherwise. */
export const beforeQuery = ({ approval_id: id, kind, payload, status }: Approval) =>
	queryOptions({
		queryKey: ['before', id],
		queryFn: ({ signal }) => read(kind, Object(payload) as Payload, signal),
		enabled: status === 'waiting',
	});

interface Payload {
	ranking_key?: string;
	artist_id?: number;
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
	if (kind === 'entry_visibility' && payload.ranking_key) {
		const { entries } = await call(listEntries, { params: { ranking_key: payload.ranking_key } }, { signal });
		return entries.find(({ artist_id: id }) => id === payload.artist_id) ?? null;
	}
	if (kind === 'reward_change') return (await call(readCheckInSettings, {}, { signal })).check_in;
	if ((kind === 'gem_adjustment' || kind === 'refund') && payload.fan_id !== undefined) {
		const input = { params: { fan_id: payload.fan_id }, query: { limit: 1 } };
		const [last] = (await call(readLedger, input, { signal })).list;
		return { earned: last?.earned_after ?? 0, purchased: last?.purchased_after ?? 0 };
	}
	return null;
}
