import { serveRemoval } from '#server/resources/routes.ts';
import * as calls from '#contract/operator/goods.ts';
import { serveCreation, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { listGoods, saveGoods, stored, type GoodsDeps } from './goods.ts';

export function goodsOperatorRoutes(deps: ConsoleDeps & GoodsDeps): void {
	const { db, changeBound } = deps;
	serveOperator(deps, calls.listGoods, async () => ({ goods: await listGoods(db) }));
	serveCreation(
		deps,
		calls.createGoods,
		async (tx, { operator, body: { why, ...fields } }) => ({
			approval_id: await saveGoods(tx, operator, { goods_id: null, version: null, fields, why, changeBound }),
		}),
		async (made) => ({ goods: await listGoods(db), ...made }),
	);
	serveRemoval(deps, calls.removeGoods, stored);
	serveOperator(deps, calls.editGoods, async ({ operator, params, body: { version, why, ...fields } }) => {
		const change = { goods_id: params.goods_id, version, fields, why, changeBound };
		const approvalId = await db.transaction((tx) => saveGoods(tx, operator, change));
		return { goods: await listGoods(db), approval_id: approvalId };
	});
}
