/** The hall in the color of the fan's first artist, if the fan wants it so. Kept on the device. */
import { useSyncExternalStore } from 'react';
import { stored } from '#ui/stored.ts';
import { keptFavoritesOf, onKeptFavorites } from './kept-favorites.ts';
import { BY_LEADER, BY_OWN_ARTIST, useHall } from '#ui/hall.ts';
import { useFan } from '../session/session.tsx';
import { useSite } from '../site/get-site.ts';

const storage = stored('hall_of_my_artist');
const isOwnHall = () => storage.get() === '1';

export function setOwnHall(on: boolean): void {
	storage.set(on ? '1' : '0');
}

export const useOwnHall = (): boolean => useSyncExternalStore(storage.subscribe, isOwnHall, () => false);

/** Nothing: the hall belongs to the leader. */
const useOwnHallColor = (fan: string | null): string | null | undefined =>
	useSyncExternalStore(
		follow,
		() => (isOwnHall() ? keptFavoritesOf(fan)[0]?.fan_color : null),
		() => null,
	);

function follow(listener: () => void): () => void {
	const ends = [storage.subscribe(listener), onKeptFavorites(listener)];
	return () => ends.forEach((end) => end());
}

/** The leader's color, or as the fan wants it, unless a page sets another. */
export function useLeaderColor(): void {
	const site = useSite();
	const current = site?.rank_entry_configs.find((entry) => entry.rank_key === site.current_monthly_rank_key);
	const own = useOwnHallColor(useFan());
	useHall(own ? BY_OWN_ARTIST : BY_LEADER, own ?? (site && (current?.top3[0]?.fan_color ?? null)));
}
