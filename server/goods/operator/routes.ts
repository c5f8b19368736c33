/** Goods, as operators work on them. */
import * as calls from '#contract/operator/store.ts';
import { serveOperator, type ConsoleHouse } from '#server/http/console/serve.ts';
import { listGoods, saveGoods, type GoodsHouse } from './goods.ts';

export function storeOperatorRoutes(house: ConsoleHouse & GoodsHouse): void {
	const { db } = house;
	serveOperator(house, calls.listGoods, async () => ({ goods: await listGoods(db) }));
	serveOperator(house, calls.createGoods, async ({ operator, body: { why, ...fields } }) => {
		const approvalId = await saveGoods(house, operator, { goods_id: null, version: null, fields, why });
		return { goods: await listGoods(db), approval_id: approvalId };
	});
	serveOperator(house, calls.editGoods, async ({ operator, params, body: { version, why, ...fields } }) => {
		const approvalId = await saveGoods(house, operator, { goods_id: params.goods_id, version, fields, why });
		return { goods: await listGoods(db), approval_id: approvalId };
	});
}
