import { useMutation, useQuery, useQueryClient, type QueryClient, queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { FAVORITES_MAX } from '#contract/values/constants.ts';
import { addFavorites, getFavorites, removeFavorite } from '#contract/favorites.ts';
import { useFan } from '../session/session.tsx';
import type { KeptFavorite } from './kept-favorites.ts';
import { DEVICE, keepFavorites, keptFavoritesOf, noFavorites, onKeptFavorites } from './kept-favorites.ts';
import { call } from '../api/call.ts';

export function useFavorites() {
	const client = useQueryClient();
	const fan = useFan();
	const here = useSyncExternalStore(onKeptFavorites, () => keptFavoritesOf(fan), noFavorites);
	const { data } = useQuery({ ...favoritesQuery(fan ?? DEVICE), enabled: fan !== null });
	const { mutate, isPending } = useMutation({
		mutationFn: async (change: FavoriteChange) =>
			fan === null ? changeHere(change) : changeInAccount(client, fan, change),
	});
	return { list: fan === null ? here : (data ?? here), change: mutate, isChanging: isPending };
}

function changeHere(change: FavoriteChange): void {
	keepFavorites({ owner: DEVICE, list: changed(keptFavoritesOf(null), change) });
}

/** Pure, and the same as the server does. */
export function changed(list: readonly KeptFavorite[], change: FavoriteChange): readonly KeptFavorite[] {
	if ('remove' in change) return list.filter(({ artist_id }) => artist_id !== change.remove);
	const { artist_id, en_name, native_name, native_lang, avatar_url, fan_color } = change.add;
	const entry = { artist_id, en_name, native_name, native_lang, avatar_url, fan_color };
	const isListed = list.some((one) => one.artist_id === artist_id);
	if (!isListed && list.length >= FAVORITES_MAX) return list;
	if (change.first) return [entry, ...list.filter((one) => one.artist_id !== artist_id)];
	return isListed ? list : [...list, entry];
}

export const favoritesQuery = (fan: string) =>
	queryOptions({
		queryKey: ['favorites', fan],
		queryFn: async ({ signal }): Promise<readonly KeptFavorite[]> => {
			const marked = keptFavoritesOf(null).map(({ artist_id }) => artist_id);
			const { favorites } =
				marked.length > 0
					? await call(addFavorites, { body: { artist_ids: marked } }, { signal })
					: await call(getFavorites, {}, { signal });
			keepFavorites({ owner: fan, list: favorites });
			return favorites;
		},
		staleTime: 60_000,
	});

type FavoriteChange = { add: KeptFavorite; first?: boolean } | { remove: number };

async function changeInAccount(client: QueryClient, fan: string, change: FavoriteChange): Promise<void> {
	const { favorites } =
		'remove' in change
			? await call(removeFavorite, { params: { artist_id: change.remove } })
			: await call(addFavorites, { body: { artist_ids: [change.add.artist_id], first: change.first ?? false } });
	keepFavorites({ owner: fan, list: favorites });
	client.setQueryData(favoritesQuery(fan).queryKey, favorites);
}
