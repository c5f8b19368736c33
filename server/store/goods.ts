/** Goods in the hands of operators. Orders that were made keep price and gems. */
import type { consoleGoods } from '#contract/operator/store.ts';
import type * as z from 'zod/mini';
import type { Database, Db } from '#server/db/pool.ts';
import { expectMedia, presentPicture } from '#server/media/uploads.ts';
import { record, type Actor } from '#server/operators/audit-trail.ts';
import { changeThing } from '#server/operators/edit.ts';
import { insertGoods, lockGoods, selectAllGoods, updateGoods, type GoodsFields } from './goods-sql.ts';

type ConsoleGoods = z.output<typeof consoleGoods>;

export async function listGoods(db: Db): Promise<ConsoleGoods[]> {
	return (await selectAllGoods(db)).map((row) => ({ ...row, picture: presentPicture(row.media_id) }));
}

export async function createGoods(
	db: Database,
	actor: Actor,
	{ why, ...fields }: GoodsFields & { why: string },
): Promise<ConsoleGoods[]> {
	await db.transaction(async (tx) => {
		await expectMedia(tx, fields.media_id);
		const target = `goods:${await insertGoods(tx, fields)}`;
		await record(tx, actor, { action: 'goods.create', target, after: fields, why });
	});
	return listGoods(db);
}

export async function editGoods(
	db: Database,
	actor: Actor,
	goodsId: number,
	{ version, why, ...fields }: GoodsFields & { version: number; why: string },
): Promise<ConsoleGoods[]> {
	const deed = { action: 'goods.edit', target: `goods:${goodsId}`, version, why, missing: 'goods_not_found' } as const;
	await db.transaction(async (tx) => {
		await expectMedia(tx, fields.media_id);
		// PostgreSQL would refuse a larger number itself.
		const read = () => lockGoods(tx, goodsId > 2_147_483_647 ? 0 : goodsId);
		await changeThing(tx, actor, deed, { read, write: () => updateGoods(tx, goodsId, fields) });
	});
	return listGoods(db);
}
