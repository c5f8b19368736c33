import { serveRemoval } from '#server/resources/routes.ts';
import * as calls from '#contract/operator/goods.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { listGoods, saveGoods, stored, type GoodsDeps } from './goods.ts';

export function goodsOperatorRoutes(deps: ConsoleDeps & GoodsDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listGoods, async () => ({ goods: await listGoods(db) }));
	serveOperator(deps, calls.createGoods, async ({ operator, body: { why, ...fields } }) => {
		const approvalId = await saveGoods(deps, operator, { goods_id: null, version: null, fields, why });
		return { goods: await listGoods(db), approval_id: approvalId };
	});
	serveRemoval(deps, calls.removeGoods, stored);
	serveOperator(deps, calls.editGoods, async ({ operator, params, body: { version, why, ...fields } }) => {
		const approvalId = await saveGoods(deps, operator, { goods_id: params.goods_id, version, fields, why });
		return { goods: await listGoods(db), approval_id: approvalId };
	});
}
