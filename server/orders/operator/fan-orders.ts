/** Orders of one fan, for operators. */
import type { readFanOrders } from '#contract/operator/accounts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Db } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { encodeCursor, pageOf } from '#server/kernel/paging.ts';
import { selectOrdersOfFans } from '../sql.ts';
import { readOrderCursor } from './orders.ts';

/** Lists orders page by page, latest first. */
export async function readOrdersOf(
	db: Db,
	{ fanId }: FanKey,
	{ cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof readFanOrders>> {
	const page = { after: readOrderCursor(cursor), limit: limit + 1 };
	const { list, last } = pageOf(await selectOrdersOfFans(db, [fanId], {}, page), limit);
	return {
		list: list.map(({ trade_no, status, gems, bonus_gems, price_minor, currency, created_time, paid_time }) => ({
			trade_no,
			status,
			gems,
			bonus_gems,
			price_minor,
			currency,
			created_time,
			paid_time,
		})),
		cursor: last && encodeCursor([last.created, last.trade_no]),
	};
}
