import type { InputOf } from '#contract/endpoint.ts';
import { type ConsoleArtist, createArtist, editArtist, listArtists, readArtist } from '#contract/operator/artists.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';
import { listQuery } from '../../lib/api/lists.ts';
import { readQuery, refresh, useWrite } from '../../lib/api/queries.ts';

interface ArtistFilter {
	search: string;
	/** Empty for all. */
	kind: ConsoleArtist['kind'] | '';
	sort: 'name' | 'newest';
	order: ListOrder;
}

/** The filter as the calls take it. */
export const artistInput = ({ search, kind, sort, order }: ArtistFilter) => ({
	search: search || undefined,
	kind: kind || undefined,
	sort,
	order,
});

export const artistsQuery = (filter: ArtistFilter) =>
	listQuery(['artists', 'list', filter], (page, reading) =>
		call(listArtists, { query: { ...artistInput(filter), ...page } }, reading),
	);

export const artistQuery = (id: number) =>
	readQuery(
		['artists', 'one', id],
		async (reading) => (await call(readArtist, { params: { artist_id: id } }, reading)).artist,
	);

interface Save {
	body: InputOf<typeof createArtist>['body'];
	/** Null for a new artist, or else the version that was edited. */
	artist_id: number | null;
	version: number;
}

export const useSaveArtist = () =>
	useWrite(
		async ({ body, artist_id, version }: Save) =>
			artist_id === null
				? (await call(createArtist, { body })).artist
				: (await call(editArtist, { params: { artist_id }, body: { ...body, version } })).artist,
		{
			success: (client, artist) => {
				client.setQueryData(artistQuery(artist.artist_id).queryKey, artist);
				void refresh(client, ['artists', 'list']);
			},
		},
	);
