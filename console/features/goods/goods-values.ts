/** Values of the goods editor. The price is text, as typed. */
import { majorText, minorOf } from '../../lib/form/price.ts';
import type { Picture } from '../../lib/media/picture-field.tsx';
import type { Goods, GoodsBody } from './get-goods.ts';

export interface GoodsValues {
	/** Null if the goods are not stored yet. */
	id: number | null;
	version: number;
	position: number | null;
	gems: number | null;
	bonus_gems: number | null;
	price: string;
	currency: string;
	picture: Picture | null;
	withdrawn: boolean;
	why: string;
}

export const noGoods = (currency: string): GoodsValues => ({
	id: null,
	version: 0,
	position: 0,
	gems: null,
	bonus_gems: 0,
	price: '',
	currency,
	picture: null,
	withdrawn: true,
	why: '',
});

export const valuesOf = (goods: Goods): GoodsValues => ({
	id: goods.goods_id,
	version: goods.version,
	position: goods.position,
	gems: goods.gems,
	bonus_gems: goods.bonus_gems,
	price: majorText({ currency: goods.currency, minor: goods.price_minor }),
	currency: goods.currency,
	picture: goods.picture,
	withdrawn: goods.withdrawn,
	why: '',
});

/** Builds the request body. Missing or invalid numbers are sent as 0, so that the server reports them. */
export const bodyOf = (values: GoodsValues): GoodsBody => ({
	position: values.position ?? 0,
	gems: values.gems ?? 0,
	bonus_gems: values.bonus_gems ?? 0,
	price_minor: minorOf(values.price, values.currency) ?? 0,
	currency: values.currency,
	media_id: values.picture?.media_id ?? null,
	withdrawn: values.withdrawn,
	why: values.why,
});

/** Returns the bonus gems as a whole percentage of the base, as shown in the store. */
export function bonusPercent(gems: number | null, bonus: number | null): number {
	return gems !== null && gems > 0 ? Math.round(((bonus ?? 0) / gems) * 100) : 0;
}
