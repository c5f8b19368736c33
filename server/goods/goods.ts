/** Goods as fans see them. */
import type { Goods } from '#contract/orders.ts';
import { toMajor } from '#contract/values/money.ts';
import type { Db } from '#server/kernel/database.ts';
import { mediaUrl } from '#server/media/names.ts';
import { selectGoodsOnSale, type GoodsOnSale } from './sql.ts';

/** An order needs the goods as they are on sale. */
export { selectOneOnSale as findOnSale, type GoodsOnSale } from './sql.ts';

const PICTURE_WIDTH = 640;

export async function readGoods(db: Db): Promise<Goods[]> {
	return (await selectGoodsOnSale(db)).map(presentGoods);
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
