import * as z from 'zod/mini';
import { id, idText } from '../values/shapes.ts';
import { removalOf, resource } from './resource.ts';
import { currency, mediaId, picture, version, waitsAs, why, read } from './shapes.ts';

export const goodsFields = {
	position: z.int().check(z.gte(0), z.lte(10_000)),
	gems: z.int().check(z.gte(1), z.lte(10_000_000)),
	bonus_gems: z.int().check(z.gte(0), z.lte(10_000_000)),
	/** Minor units of the currency, for example cents. What it may be depends on the currency: see `isChargeable`. */
	price_minor: z.int().check(z.gte(1)),
	/** Only goods in the site's currency are on sale. */
	currency,
	media_id: z.nullable(mediaId),
	/** True if the goods are not on sale. */
	withdrawn: z.boolean(),
};
export const consoleGoods = z.object({ ...goodsFields, currency: z.string(), goods_id: id, picture, version });
const goods = z.array(consoleGoods);
/**
 * Current goods. If the gems per price differ greatly from those a day ago, a second operator has to approve the change
 * (if there is a second operator), and the old goods stay until then.
 */
const outcome = z.object({ goods, approval_id: waitsAs });

export const listGoods = read({ path: '/console/goods', summary: 'All goods in order', reply: z.object({ goods }) });
export const packs = {
	list: listGoods,
	...resource({
		noun: 'goods',
		path: '/console/goods',
		key: idText,
		fields: goodsFields,
		first: { why },
		later: { why },
		reply: outcome,
		creates: 'Creates goods',
		edits: 'Changes goods. Existing orders keep their price and gems',
		access: 'operator:finance',
		stepUp: true,
		missing: 'goods_not_found',
		problems: ['currency_unknown', 'price_unchargeable'],
	}),
};
export const { create: createGoods, edit: editGoods } = packs;
export const removeGoods = removalOf(packs, {
	summary: 'Removes withdrawn goods that nobody has ordered',
	reply: z.null(),
});
