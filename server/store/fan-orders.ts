/** A fan's orders as operators see them. */
import type { readFanOrders } from '#contract/operator/fans.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Db } from '#server/db/pool.ts';
import type { FanKey } from '#server/http/access.ts';
import { selectOrdersOf } from './goods-sql.ts';

/** The latest first. */
export async function readOrdersOf(db: Db, fan: FanKey): Promise<ReplyOf<typeof readFanOrders>['list']> {
	return selectOrdersOf(db, fan);
}
