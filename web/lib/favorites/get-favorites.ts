/** Reads and changes the favorites of an account. What the device had marked before log-in joins them. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { addFavorites, getFavorites, removeFavorite } from '#contract/favorites.ts';
import { call } from '../api/call.ts';
import { keepFavorites, keptFavorites, type KeptFavorite } from './kept-favorites.ts';

export const favoritesQuery = queryOptions({
	queryKey: ['favorites'],
	queryFn: async ({ signal }): Promise<readonly KeptFavorite[]> => {
		const { owner, list } = keptFavorites();
		const marked = owner === 'device' ? list.map(({ artist_id }) => artist_id) : [];
		const { favorites } =
			marked.length > 0
				? await call(addFavorites, { body: { artist_ids: marked } }, { signal })
				: await call(getFavorites, {}, { signal });
		keepFavorites({ owner: 'account', list: favorites });
		return favorites;
	},
	staleTime: 60_000,
});

/** What a fan does to the list. */
export type FavoriteChange = { add: KeptFavorite; first?: boolean } | { remove: number };

export async function changeInAccount(client: QueryClient, change: FavoriteChange): Promise<void> {
	const { favorites } =
		'remove' in change
			? await call(removeFavorite, { params: { artist_id: change.remove } })
			: await call(addFavorites, { body: { artist_ids: [change.add.artist_id], first: change.first ?? false } });
	keepFavorites({ owner: 'account', list: favorites });
	client.setQueryData(favoritesQuery.queryKey, favorites);
}
