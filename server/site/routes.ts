/** Site configuration. */
import type { FastifyInstance } from 'fastify';
import { getBanners, getSite, getView } from '#contract/site.ts';
import type { Database } from '#server/db/pool.ts';
import { Problem } from '#server/http/problem.ts';
import { serve } from '#server/http/routes.ts';
import type { Boards } from '#server/rankings/boards.ts';
import { readBanners, readSite, readView } from './site.ts';

const SHARED = 'public, max-age=0, s-maxage=30';

export function siteRoutes(app: FastifyInstance, { db, boards }: { db: Database; boards: Boards }): void {
	serve(app, getSite, ({ reply }) => {
		void reply.header('cache-control', 'public, max-age=0, s-maxage=1');
		return readSite(db, boards);
	});

	serve(app, getBanners, async ({ reply }) => {
		void reply.header('cache-control', SHARED);
		return { banners: await readBanners(db) };
	});

	serve(app, getView, async ({ query, reply }) => {
		const view = await readView(db, query.id);
		if (!view) throw new Problem('view_not_found');
		void reply.header('cache-control', SHARED);
		return { view_detail: view };
	});
}
