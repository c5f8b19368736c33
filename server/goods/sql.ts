/** What fans can buy. */
import type { Db } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';

export interface GoodsOnSale {
	goodsId: number;
	gems: number;
	bonusGems: number;
	priceMinor: number;
	currency: string;
	currencySymbol: string;
	mediaId: string | null;
}

const ON_SALE = sql`
	select goods_id as "goodsId", gems, bonus_gems as "bonusGems", price_minor as "priceMinor", currency,
		media_id as "mediaId", site.currency_symbol as "currencySymbol"
	from goods join site_setting site on site.currency_name = goods.currency
	where withdrawn_at is null`;

/** Returns goods priced in the site's currency. Others are not on sale. */
export function selectGoodsOnSale(db: Db): Promise<GoodsOnSale[]> {
	return sql`${ON_SALE} order by position, goods_id`.prepared('select_goods').all(db);
}

/** Returns null if these goods are not on sale. */
export function selectOneOnSale(db: Db, goodsId: number): Promise<GoodsOnSale | null> {
	return sql`${ON_SALE} and goods_id = ${goodsId}`.maybeOne(db);
}
