/** Artist pages. */
import type { FastifyInstance } from 'fastify';
import { getArtist } from '#contract/artists.ts';
import type { LastKnown } from '#server/db/last-known.ts';
import { Problem } from '#server/kernel/problem.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { readArtist } from './artists.ts';

export function artistRoutes(app: FastifyInstance, { known, boards }: { known: LastKnown; boards: Boards }): void {
	serveShared(
		app,
		getArtist,
		{ cacheControl: 'public, max-age=0, s-maxage=1', known },
		async ({ params, query }, { db }) => {
			const found = await readArtist(db, boards, params.artist_id, query.lang);
			if (!found) throw new Problem('artist_not_found');
			return found;
		},
	);
}
