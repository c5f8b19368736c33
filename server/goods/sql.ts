/** Statements of operators on goods. Rows are in the contract's names already. */
import type { consoleGoods } from '#contract/operator/goods.ts';
import type * as z from 'zod/mini';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';

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
