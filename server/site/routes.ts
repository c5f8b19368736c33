/** Site configuration. */
import type { FastifyInstance } from 'fastify';
import { getSite } from '#contract/site.ts';
import type { Database } from '#server/db/pool.ts';
import { serve } from '#server/http/routes.ts';
import type { Boards } from '#server/rankings/boards.ts';
import { readSite } from './site.ts';

export function siteRoutes(app: FastifyInstance, { db, boards }: { db: Database; boards: Boards }): void {
	serve(app, getSite, ({ reply }) => {
		void reply.header('cache-control', 'public, max-age=0, s-maxage=1');
		return readSite(db, boards);
	});
}
