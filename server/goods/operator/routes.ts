import type { SettingsDeps } from '#server/site/operator/settings.ts';
import { serveRemoval } from '#server/resources/routes.ts';
import * as calls from '#contract/operator/goods.ts';
import { serveChange, serveCreation, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { listGoods, saveGoods, stored } from './goods.ts';

export function goodsOperatorRoutes(deps: ConsoleDeps & SettingsDeps): void {
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
	serveChange(deps, calls.editGoods, async (tx, { operator, params, body: { version, why, ...fields } }) => {
		const change = { goods_id: params.goods_id, version, fields, why, changeBound };
		return { approval_id: await saveGoods(tx, operator, change), goods: await listGoods(tx) };
	});
}
