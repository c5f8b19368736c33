/** Artists, as operators work on them. */
import { serveRemoval } from '#server/resources/routes.ts';
import * as calls from '#contract/operator/artists.ts';
import { setArtistsHidden as hideCall } from '#contract/operator/lists/bulk.ts';
import { exportArtists } from '#contract/operator/lists/exports.ts';
import { sendCsv, serveOperator, serveOperatorFile, type ConsoleDeps } from '#server/http/console/serve.ts';
import { createRow, readRow } from '#server/resources/table.ts';
import { artistsAsCsv, editArtist, listArtists, setArtistsHidden } from './artists.ts';
import { artist } from './sql.ts';

export function artistOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listArtists, ({ query }) => listArtists(db, query));
	serveOperator(deps, calls.readArtist, async ({ params }) => ({
		artist: await readRow(db, artist, params.artist_id),
	}));
	serveOperator(deps, calls.createArtist, async ({ operator, body }) => ({
		artist: await db.transaction((tx) => createRow(tx, operator, artist, body)),
	}));
	serveOperator(deps, calls.editArtist, ({ operator, params, body }) =>
		editArtist(db, operator, params.artist_id, body),
	);
	serveRemoval(deps, calls.removeArtist, artist);
	serveOperator(deps, hideCall, ({ operator, body }) => setArtistsHidden(db, operator, body));
	serveOperatorFile(deps, exportArtists, async ({ operator, body, reply }) =>
		sendCsv(reply, 'artists.csv', await artistsAsCsv(db, operator, body)),
	);
}
