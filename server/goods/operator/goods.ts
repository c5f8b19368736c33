/** Goods in the hands of operators. Orders that were made keep price and gems. */
import { consoleGoods, goodsFields, packs } from '#contract/operator/goods.ts';
import { isChargeable } from '#contract/values/money.ts';
import * as z from 'zod/mini';
import { type Db, type Tx, sql } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { expectMedia } from '#server/media/operator/uploads.ts';
import { applyOrRequestApproval, type Approved, isFarFrom } from '#server/approvals/approvals.ts';
import {
	readAllDayAgo,
	record,
	approvedAs,
	changeThing,
	expectLatest,
	type Grounds,
} from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { insertRow, lockRow, rowsOf, type Table, updateRow, withPictures } from '#server/resources/table.ts';

type GoodsRow = Omit<z.output<typeof consoleGoods>, 'picture'>;
type GoodsFields = z.output<z.ZodMiniObject<typeof goodsFields>>;

export const stored: Table<GoodsFields, GoodsRow> = { ...packs, table: 'goods' };

const selectAllGoods = (db: Db): Promise<GoodsRow[]> => sql`${rowsOf(stored)} order by position, goods_id`.all(db);

export const listGoods = async (db: Db) => (await selectAllGoods(db)).map(withPictures);

const payloadShape = z.object({
	goods_id: z.nullable(z.int()),
	version: z.nullable(z.int()),
	fields: z.object(goodsFields),
});
type Change = z.output<typeof payloadShape>;

/** Saves goods, or returns the ID of the approval request if the change needs approval. @throws {Problem} */
export async function saveGoods(
	tx: Tx,
	actor: Actor,
	{ why, changeBound, ...change }: Change & { why: string; changeBound: number },
): Promise<string | null> {
	const { goods_id: goodsId, version, fields } = change;
	await expectMedia(tx, fields.media_id);
	// Withdrawn goods are kept as they are, whatever the provider has stopped taking.
	if (!fields.withdrawn && !isChargeable(fields.price_minor, fields.currency)) throw new Problem('price_unchargeable');
	if (goodsId !== null)
		expectLatest(await lockRow(tx, stored, goodsId), { version: version ?? 0, missing: 'goods_not_found' });
	const large = isLargeOffer(fields, await readStoreADayAgo(tx, goodsId), changeBound);
	const target = `goods:${goodsId ?? 'new'}`;
	const asked = { kind: 'goods_change', payload: change, large, why, target } as const;
	return applyOrRequestApproval(tx, actor, asked, () => store(tx, actor, { ...change, why }));
}

export async function performGoodsChange(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	await store(tx, askedBy, { ...z.parse(payloadShape, payload), why, approvalId });
}

async function store(
	tx: Tx,
	actor: Actor,
	{ goods_id: goodsId, version, fields, ...words }: Change & Grounds,
): Promise<void> {
	if (goodsId === null || version === null) {
		const target = `goods:${await insertRow(tx, stored, fields)}`;
		const after = approvedAs(fields, words.approvalId);
		return record(tx, actor, { action: 'goods.create', target, after, why: words.why });
	}
	const edit = { action: 'goods.edit', target: `goods:${goodsId}`, version, missing: 'goods_not_found' } as const;
	const write = () => updateRow(tx, stored, goodsId, fields);
	await changeThing(tx, actor, { ...edit, ...words }, { read: () => lockRow(tx, stored, goodsId), write });
}

const offerShape = z.pick(consoleGoods, {
	gems: true,
	bonus_gems: true,
	price_minor: true,
	currency: true,
	withdrawn: true,
});

async function readStoreADayAgo(tx: Tx, ownId: number | null): Promise<StoreADayAgo> {
	const all = await selectAllGoods(tx);
	const things = { actions: ['goods.create', 'goods.edit'], shape: offerShape };
	const nows = all.map((goods) => [`goods:${goods.goods_id}`, goods] as const);
	const offers = await readAllDayAgo(tx, things, nows);
	const own = all.findIndex(({ goods_id: goodsId }) => goodsId === ownId);
	const others = offers.filter((_, index) => index !== own).filter((offer) => offer !== null);
	return { own: offers[own] ?? null, others };
}

export type Offer = z.output<typeof offerShape>;

interface StoreADayAgo {
	own: Offer | null;
	others: readonly Offer[];
}

/** Goods that were on sale are compared with their own offer, others with the best one in that currency. */
export function isLargeOffer(offer: Offer, { own, others }: StoreADayAgo, percent: number): boolean {
	if (offer.withdrawn) return false;
	const value = gemsPerUnit(offer);
	const sold = ({ withdrawn, currency }: Offer) => !withdrawn && currency === offer.currency;
	if (own && sold(own)) return isFarFrom(gemsPerUnit(own), value, percent);
	const best = Math.max(0, ...others.filter(sold).map(gemsPerUnit));
	return value > best && isFarFrom(best, value, percent);
}

const gemsPerUnit = ({ gems, bonus_gems: bonus, price_minor: price }: Offer) => (gems + bonus) / price;
