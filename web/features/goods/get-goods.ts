/** Reads the goods that the store sells. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getGoods } from '#contract/goods.ts';
import { call } from '../../lib/api/call.ts';

const goodsQuery = queryOptions({
	queryKey: ['goods'],
	queryFn: async ({ signal }) => (await call(getGoods, {}, { signal })).goods_list,
});

export function useGoods() {
	return useQuery(goodsQuery);
}
