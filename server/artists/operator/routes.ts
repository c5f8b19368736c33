/** Artists, as operators work on them. */
import * as calls from '#contract/operator/artists.ts';
import { serveOperator, type ConsoleHouse } from '#server/http/console/serve.ts';
import { createArtist, editArtist, listArtists, readArtist } from './artists.ts';

export function artistOperatorRoutes(house: ConsoleHouse): void {
	const { db } = house;
	serveOperator(house, calls.listArtists, ({ query }) => listArtists(db, query));
	serveOperator(house, calls.readArtist, async ({ params }) => ({ artist: await readArtist(db, params.artist_id) }));
	serveOperator(house, calls.createArtist, async ({ operator, body }) => ({
		artist: await createArtist(db, operator, body),
	}));
	serveOperator(house, calls.editArtist, async ({ operator, params, body }) => ({
		artist: await editArtist(db, operator, params.artist_id, body),
	}));
}
