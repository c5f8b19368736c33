/** Goods as fans see them. */
import type { Goods } from '#contract/orders.ts';
import { toMajor } from '#contract/values/money.ts';
import type { Db } from '#server/kernel/database.ts';
import { mediaUrl } from '#server/media/names.ts';
import { sql } from '#server/kernel/sql.ts';

const PICTURE_WIDTH = 640;

export async function readGoods(db: Db): Promise<Goods[]> {
	return (await sql`${ON_SALE} order by position, goods_id`.prepared('select_goods').all<GoodsOnSale>(db)).map(
		presentGoods,
	);
}

export function presentGoods({ goodsId, gems, bonusGems, priceMinor, currency, mediaId }: GoodsOnSale): Goods {
	return {
		id: goodsId,
		gem_number: gems,
		additional_gem_number: bonusGems,
		price: toMajor(priceMinor, currency),
		image_url: mediaUrl(mediaId, PICTURE_WIDTH),
	};
}

export interface GoodsOnSale {
	goodsId: number;
	gems: number;
	bonusGems: number;
	priceMinor: number;
	currency: string;
	currencySymbol: string;
	mediaId: string | null;
}

/** Goods priced in the site's currency. Others are not on sale. */
const ON_SALE = sql`
	select goods_id as "goodsId", gems, bonus_gems as "bonusGems", price_minor as "priceMinor", currency,
		media_id as "mediaId", site.currency_symbol as "currencySymbol"
	from goods join site_setting site on site.currency_name = goods.currency
	where withdrawn_at is null`;

/** An order needs the goods as they are on sale. Returns null if these are not. */
export function findOnSale(db: Db, goodsId: number): Promise<GoodsOnSale | null> {
	return sql`${ON_SALE} and goods_id = ${goodsId}`.maybeOne(db);
}
