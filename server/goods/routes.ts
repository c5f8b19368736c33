/** Goods on sale. */
import type { FastifyInstance } from 'fastify';
import { getGoods } from '#contract/orders.ts';
import type { LastKnown } from '#server/db/last-known.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import { readGoods } from './goods.ts';

export function goodsRoutes(app: FastifyInstance, { known }: { known: LastKnown }): void {
	serveShared(app, getGoods, { cacheControl: 'public, max-age=0, s-maxage=30', known }, async (_, { db }) => ({
		goods_list: await readGoods(db),
	}));
}
