import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { createGoods, editGoods, listGoods } from '#contract/operator/goods.ts';
import { call } from '../../lib/api/call.ts';

export type Goods = ReplyOf<typeof listGoods>['goods'][number];
export type GoodsBody = InputOf<typeof createGoods>['body'];

export const goodsQuery = queryOptions({
	queryKey: ['goods'],
	queryFn: ({ signal }) => call(listGoods, {}, { signal }),
});

/** Creates goods, or changes some. For a change, `stored` holds their id and the version that was edited. */
export function useSaveGoods() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ body, stored }: { body: GoodsBody; stored: { id: number; version: number } | null }) =>
			stored
				? call(editGoods, { params: { goods_id: stored.id }, body: { ...body, version: stored.version } })
				: call(createGoods, { body }),
		onSuccess: (reply) => client.setQueryData(goodsQuery.queryKey, reply),
	});
}
