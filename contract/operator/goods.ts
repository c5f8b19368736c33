/** Goods as operators see them. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idText } from '../values/shapes.ts';
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
const list = z.object({ goods });
/**
 * Current goods. If the gems per price differ greatly from those a day ago, a second operator has to approve the change
 * (if there is a second operator), and the old goods stay until then.
 */
const outcome = z.object({ goods, approval_id: waitsAs });

export const listGoods = read({
	path: '/console/goods',
	summary: 'All goods in order',
	reply: list,
});
export const createGoods = endpoint({
	methods: ['POST'],
	path: '/console/goods',
	summary: 'Creates goods',
	access: 'operator:finance',
	stepUp: true,
	body: z.object({ ...goodsFields, why }),
	reply: outcome,
	problems: ['media_unknown', 'currency_unknown', 'price_unchargeable'],
});
export const editGoods = endpoint({
	methods: ['PUT'],
	path: '/console/goods/:goods_id',
	summary: 'Changes goods. Existing orders keep their price and gems',
	access: 'operator:finance',
	stepUp: true,
	params: z.object({ goods_id: idText }),
	body: z.object({ version, ...goodsFields, why }),
	reply: outcome,
	problems: ['goods_not_found', 'stale_edit', 'media_unknown', 'currency_unknown', 'price_unchargeable'],
});
