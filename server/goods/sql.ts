/** Every statement on goods: what fans can buy, and what operators edit. */
import type { consoleGoods } from '#contract/operator/goods.ts';
import type * as z from 'zod/mini';
import type { Db, Tx } from '#server/kernel/database.ts';
import { nowIf, row, set, sql } from '#server/kernel/sql.ts';

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

/** In the contract's names. */
export type GoodsRow = Omit<z.output<typeof consoleGoods>, 'picture'>;
export type GoodsFields = Omit<GoodsRow, 'goods_id' | 'version'>;

const GOODS = sql`goods_id, position, gems, bonus_gems, price_minor, currency, media_id, withdrawn_at is not null as withdrawn,
	version`;

export function selectAllGoods(db: Db): Promise<GoodsRow[]> {
	return sql`select ${GOODS} from goods order by position, goods_id`.all(db);
}

export function lockGoods(tx: Tx, goodsId: number): Promise<GoodsRow | null> {
	return sql`select ${GOODS} from goods where goods_id = ${goodsId} for update`.maybeOne(tx);
}

const columnsOf = ({ withdrawn, ...same }: GoodsFields) => ({ ...same, withdrawn_at: nowIf(withdrawn) });

export function insertGoods(tx: Tx, fields: GoodsFields): Promise<number> {
	return sql`insert into goods ${row(columnsOf(fields))} returning goods_id`.value(tx);
}

export function updateGoods(tx: Tx, goodsId: number, fields: GoodsFields): Promise<void> {
	return sql`update goods set ${set(columnsOf(fields))}, version = version + 1 where goods_id = ${goodsId}`.run(tx);
}
