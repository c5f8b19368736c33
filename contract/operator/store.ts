/** Goods as operators see them. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idText } from '../shapes.ts';
import { mediaId, picture, version, why } from './shapes.ts';

const fields = {
	position: z.int().check(z.gte(0), z.lte(10_000)),
	gems: z.int().check(z.gte(1), z.lte(10_000_000)),
	bonus_gems: z.int().check(z.gte(0), z.lte(10_000_000)),
	/** Minor units of the currency: cents of a dollar. */
	price_minor: z.int().check(z.gte(1), z.lte(100_000_000)),
	/** ISO 4217. Only goods in the site's currency are on sale. */
	currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
	media_id: z.nullable(mediaId),
	/** Not on sale. */
	withdrawn: z.boolean(),
};
export const consoleGoods = z.object({ ...fields, goods_id: id, picture, version });
const list = z.object({ goods: z.array(consoleGoods) });

export const listGoods = endpoint({
	name: 'listGoods',
	methods: ['GET'],
	path: '/console/goods',
	summary: 'All goods in order',
	access: 'operator',
	reply: list,
	problems: [],
});
export const createGoods = endpoint({
	name: 'createGoods',
	methods: ['POST'],
	path: '/console/goods',
	summary: 'Puts something on sale',
	access: 'operator:finance',
	stepUp: true,
	body: z.object({ ...fields, why }),
	reply: list,
	problems: ['media_unknown'],
});
export const editGoods = endpoint({
	name: 'editGoods',
	methods: ['PUT'],
	path: '/console/goods/:goods_id',
	summary: 'Changes what is on sale; orders that were made keep price and gems',
	access: 'operator:finance',
	stepUp: true,
	params: z.object({ goods_id: idText }),
	body: z.object({ version, ...fields, why }),
	reply: list,
	problems: ['goods_not_found', 'stale_edit', 'media_unknown'],
});
