/** Goods, as operators work on them. */
import * as calls from '#contract/operator/store.ts';
import { serveOperator, type ConsoleHouse } from '#server/operators/console.ts';
import { createGoods, editGoods, listGoods } from './goods.ts';

export function storeOperatorRoutes(house: ConsoleHouse): void {
	const { db } = house;
	serveOperator(house, calls.listGoods, async () => ({ goods: await listGoods(db) }));
	serveOperator(house, calls.createGoods, async ({ operator, body }) => ({
		goods: await createGoods(db, operator, body),
	}));
	serveOperator(house, calls.editGoods, async ({ operator, params, body }) => ({
		goods: await editGoods(db, operator, params.goods_id, body),
	}));
}
