import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { type ConsoleArtist, createArtist, editArtist, listArtists, readArtist } from '#contract/operator/artists.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';

export type ArtistBody = InputOf<typeof createArtist>['body'];

export interface ArtistFilter {
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
	infiniteQueryOptions({
		queryKey: ['artists', 'list', filter],
		queryFn: ({ signal, pageParam }) =>
			call(listArtists, { query: { ...artistInput(filter), cursor: pageParam ?? undefined } }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.cursor,
	});

export const artistQuery = (id: number) =>
	queryOptions({
		queryKey: ['artists', 'one', id],
		queryFn: async ({ signal }) => (await call(readArtist, { params: { artist_id: id } }, { signal })).artist,
	});

/** Creates an artist, or changes one. For a change, `stored` holds its id and the version that was edited. */
export function useSaveArtist() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async ({
			body,
			stored,
		}: {
			body: ArtistBody;
			stored: Pick<ConsoleArtist, 'artist_id' | 'version'> | null;
		}) => {
			if (stored === null) return (await call(createArtist, { body })).artist;
			const { artist_id, version } = stored;
			return (await call(editArtist, { params: { artist_id }, body: { ...body, version } })).artist;
		},
		onSuccess: (artist) => {
			client.setQueryData(artistQuery(artist.artist_id).queryKey, artist);
			void client.invalidateQueries({ queryKey: ['artists', 'list'] });
		},
	});
}
