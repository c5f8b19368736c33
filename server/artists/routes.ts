import type { FastifyInstance } from 'fastify';
import { getArtist } from '#contract/artists.ts';
import type { LastKnown } from '#server/db/last-known.ts';
import { orRefuse } from '#server/kernel/problem.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { readArtist } from './artists.ts';
import * as calls from '#contract/operator/artists.ts';
import { setArtistsHidden as hideCall } from '#contract/operator/lists/bulk.ts';
import { exportArtists, exportedColumns } from '#contract/operator/lists/exports.ts';
import { serveExport } from '#server/audit-trail/routes.ts';
import { serveCreation, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { serveRemoval } from '#server/resources/routes.ts';
import { readRow, setHidden } from '#server/resources/table.ts';
import { artist, artistCells, createArtistIn, editArtist, expectUnlisted, listArtists } from './operator/artists.ts';

export function artistRoutes(app: FastifyInstance, { known, boards }: { known: LastKnown; boards: Boards }): void {
	const sharing = { cacheControl: 'public, max-age=0, s-maxage=1', known };
	serveShared(app, getArtist, sharing, async ({ params, query }, { db }) =>
		orRefuse(await readArtist(db, boards, params.artist_id, query.lang), 'artist_not_found'),
	);
}

export function artistOperatorRoutes(deps: ConsoleDeps): void {
	const { db } = deps;
	serveOperator(deps, calls.listArtists, ({ query }) => listArtists(db, query));
	serveOperator(deps, calls.readArtist, async ({ params }) => ({
		artist: await readRow(db, artist, params.artist_id),
	}));
	serveCreation(
		deps,
		calls.createArtist,
		async (tx, { operator, body }) => ({ id: await createArtistIn(tx, operator, body) }),
		async ({ id }) => ({ artist: await readRow(db, artist, id) }),
	);
	serveOperator(deps, calls.editArtist, ({ operator, params, body }) =>
		editArtist(db, operator, params.artist_id, body),
	);
	serveRemoval(deps, calls.removeArtist, artist);
	const hiding = { stored: artist, verbs: { hide: 'hide', show: 'show' }, mayHide: expectUnlisted };
	serveOperator(deps, hideCall, ({ operator, body }) => setHidden(db, operator, body, hiding));
	serveExport(deps, exportArtists, ({ body: { columns, ...filter } }) => ({
		file: 'artists.csv',
		actions: ['artist.export', 'artist.exported'],
		target: 'artists',
		filter,
		columns: columns ?? exportedColumns.artists,
		cells: artistCells,
		readPage: (page) => listArtists(db, { ...filter, ...page }),
	}));
}
