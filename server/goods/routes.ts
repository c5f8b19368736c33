/** Goods on sale. */
import type { FastifyInstance } from 'fastify';
import { getGoods } from '#contract/orders.ts';
import { serve } from '#server/http/serve.ts';
import type { Database } from '#server/kernel/database.ts';
import { readGoods } from './goods.ts';

export function goodsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
	serve(app, getGoods, async ({ reply }) => {
		void reply.header('cache-control', 'public, max-age=0, s-maxage=30');
		return { goods_list: await readGoods(db) };
	});
}
