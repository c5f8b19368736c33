/** Goods that the store sells. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, id } from './values/shapes.ts';

export const goods = z.object({
	id,
	gem_number: count,
	additional_gem_number: count,
	/** Decimal number in major units of the site's currency. */
	price: z.number(),
	image_url: z.nullable(z.string()),
});
export type Goods = z.output<typeof goods>;

export const getGoods = endpoint({
	name: 'getGoods',
	methods: ['GET'],
	path: '/orders/goods',
	summary: 'Gem goods on sale',
	access: 'anyone',
	reply: z.object({ goods_list: z.array(goods) }),
	problems: [],
});
