/** Site configuration. */
import type { FastifyInstance } from 'fastify';
import { getBanners, getSite, getView, type SiteConfiguration } from '#contract/site.ts';
import type { LastKnown } from '#server/db/last-known.ts';
import { Problem } from '#server/kernel/problem.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { readBanners, readSite, readView } from './site.ts';

const SHARED = 'public, max-age=0, s-maxage=30';

export function siteRoutes(app: FastifyInstance, { known, boards }: { known: LastKnown; boards: Boards }): void {
	serveShared(
		app,
		getSite,
		{ cacheControl: 'public, max-age=0, s-maxage=1', tagged: withoutCountdowns, known },
		({ query }, reading) => readSite(reading.db, boards, query.lang),
	);

	serveShared(app, getBanners, { cacheControl: SHARED, known }, async ({ query }, { db }) => ({
		banners: await readBanners(db, query.lang),
	}));

	serveShared(app, getView, { cacheControl: SHARED, known }, async ({ query }, { db }) => {
		const view = await readView(db, query.id, query.lang);
		if (!view) throw new Problem('view_not_found');
		return { view_detail: view };
	});
}

/** Leaves out the clock: a passing second is not a change. */
function withoutCountdowns({ rank_entry_configs: entries, ...rest }: SiteConfiguration): unknown {
	return { ...rest, entries: entries.map(({ end_countdown: _, ...entry }) => entry) };
}
