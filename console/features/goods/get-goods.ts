import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { createGoods, editGoods, listGoods } from '#contract/operator/goods.ts';
import { call } from '../../lib/api/call.ts';
import { readQuery, useWrite } from '../../lib/api/queries.ts';

export type Goods = ReplyOf<typeof listGoods>['goods'][number];
export type GoodsBody = InputOf<typeof createGoods>['body'];

export const goodsQuery = readQuery(['goods'], (reading) => call(listGoods, {}, reading));

/** Creates goods, where the id is null, or changes the version that was edited. */
export const useSaveGoods = () =>
	useWrite(
		({ body, id, version }: { body: GoodsBody; id: number | null; version: number }) =>
			id === null
				? call(createGoods, { body })
				: call(editGoods, { params: { goods_id: id }, body: { ...body, version } }),
		{ success: (client, reply) => client.setQueryData(goodsQuery.queryKey, reply) },
	);
