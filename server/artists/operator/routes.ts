/** Artists, as operators work on them. */
import * as calls from '#contract/operator/artists.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { createArtist, editArtist, listArtists, readArtist } from './artists.ts';

export function artistOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listArtists, ({ query }) => listArtists(db, query));
	serveOperator(deps, calls.readArtist, async ({ params }) => ({ artist: await readArtist(db, params.artist_id) }));
	serveOperator(deps, calls.createArtist, async ({ operator, body }) => ({
		artist: await createArtist(db, operator, body),
	}));
	serveOperator(deps, calls.editArtist, async ({ operator, params, body }) => ({
		artist: await editArtist(db, operator, params.artist_id, body),
	}));
}
