/** Plants what the store sells and what check-ins give. */
import type { Tx } from '#server/kernel/database.ts';
import { checkInRewards, goods } from '../content/shop.ts';
import { pictureOf, type Pictures } from '../pictures.ts';
import { insertAll, text, whole } from '../tables.ts';

const CURRENCY = 'USD';

export async function plantShop(tx: Tx, pictures: Pictures): Promise<void> {
	const placed = goods.map((item, index) => ({ ...item, index }));
	await insertAll(tx, 'goods', placed, {
		position: whole((it) => it.index + 1),
		gems: whole((it) => it.gems),
		bonus_gems: whole((it) => it.bonusGems),
		price_minor: whole((it) => it.priceMinor),
		currency: text(() => CURRENCY),
		media_id: text((it) => pictureOf(pictures, `goods ${it.index}`)),
	});
	for (const [index, gems] of checkInRewards.entries()) {
		await tx.query({ text: 'update check_in_reward set gems = $2 where sequence = $1', values: [index + 1, gems] });
	}
}
