/** Every statement on goods: what fans can buy, and what operators edit. */
import type { consoleGoods } from '#contract/operator/goods.ts';
import type * as z from 'zod/mini';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';

export interface GoodsOnSale {
	goodsId: number;
	gems: number;
	bonusGems: number;
	priceMinor: number;
	currency: string;
	currencySymbol: string;
	mediaId: string | null;
}

const ON_SALE = `
	select goods_id as "goodsId", gems, bonus_gems as "bonusGems", price_minor as "priceMinor", currency,
		media_id as "mediaId", site.currency_symbol as "currencySymbol"
	from goods join site_setting site on site.currency_name = goods.currency
	where withdrawn_at is null`;

/** Returns goods priced in the site's currency. Others are not on sale. */
export function selectGoodsOnSale(db: Db): Promise<GoodsOnSale[]> {
	return db.query<GoodsOnSale>({ name: 'select_goods', text: `${ON_SALE} order by position, goods_id` });
}

/** Returns null if these goods are not on sale. */
export function selectOneOnSale(db: Db, goodsId: number): Promise<GoodsOnSale | null> {
	return maybeOne<GoodsOnSale>(db, { text: `${ON_SALE} and goods_id = $1`, values: [goodsId] });
}

/** In the contract's names. */
export type GoodsRow = Omit<z.output<typeof consoleGoods>, 'picture'>;
export type GoodsFields = Omit<GoodsRow, 'goods_id' | 'version'>;

const GOODS = `goods_id, position, gems, bonus_gems, price_minor, currency, media_id, withdrawn_at is not null as withdrawn,
	version`;

export function selectAllGoods(db: Db): Promise<GoodsRow[]> {
	return db.query<GoodsRow>({ text: `select ${GOODS} from goods order by position, goods_id` });
}

export function lockGoods(tx: Tx, goodsId: number): Promise<GoodsRow | null> {
	return maybeOne<GoodsRow>(tx, {
		text: `select ${GOODS} from goods where goods_id = $1 for update`,
		values: [goodsId],
	});
}

const valuesOf = (fields: GoodsFields) => [
	fields.position,
	fields.gems,
	fields.bonus_gems,
	fields.price_minor,
	fields.currency,
	fields.media_id,
	fields.withdrawn,
];

export async function insertGoods(tx: Tx, fields: GoodsFields): Promise<number> {
	const { id } = await one<{ id: number }>(tx, {
		text: `insert into goods (position, gems, bonus_gems, price_minor, currency, media_id, withdrawn_at)
			values ($1, $2, $3, $4, $5, $6, case when $7 then lightstick_now() end) returning goods_id as id`,
		values: valuesOf(fields),
	});
	return id;
}

export async function updateGoods(tx: Tx, goodsId: number, fields: GoodsFields): Promise<void> {
	await tx.query({
		text: `update goods set position = $1, gems = $2, bonus_gems = $3, price_minor = $4, currency = $5, media_id = $6,
			withdrawn_at = case when $7 then coalesce(withdrawn_at, lightstick_now()) end, version = version + 1
			where goods_id = $8`,
		values: [...valuesOf(fields), goodsId],
	});
}
