/** Artist pages. */
import type { FastifyInstance } from 'fastify';
import { getArtist } from '#contract/artists.ts';
import type { Database } from '#server/db/pool.ts';
import { Problem } from '#server/http/problem.ts';
import { serveShared } from '#server/http/shared.ts';
import type { Boards } from '#server/rankings/boards.ts';
import { readArtist } from './artists.ts';

export function artistRoutes(app: FastifyInstance, { db, boards }: { db: Database; boards: Boards }): void {
	serveShared(app, getArtist, { cacheControl: 'public, max-age=0, s-maxage=1' }, async ({ params }) => {
		const found = await readArtist(db, boards, params.artist_id);
		if (!found) throw new Problem('artist_not_found');
		return found;
	});
}
