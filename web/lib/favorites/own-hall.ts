/** The hall in the color of the fan's first artist, if the fan wants it so. Kept on the device. */
import { useSyncExternalStore } from 'react';
import { stored } from '#ui/stored.ts';
import { keptFavoritesOf, onKeptFavorites } from './kept-favorites.ts';

const storage = stored('hall_of_my_artist');
const isOwnHall = () => storage.get() === '1';

export function setOwnHall(on: boolean): void {
	storage.set(on ? '1' : '0');
}

export function useOwnHall(): boolean {
	return useSyncExternalStore(storage.subscribe, isOwnHall, () => false);
}

/** Null: the hall belongs to the leader. */
export function useOwnHallColor(fan: string | null): string | null {
	return useSyncExternalStore(
		follow,
		() => (isOwnHall() ? (keptFavoritesOf(fan)[0]?.fan_color ?? null) : null),
		() => null,
	);
}

function follow(listener: () => void): () => void {
	const ends = [storage.subscribe(listener), onKeptFavorites(listener)];
	return () => ends.forEach((end) => end());
}
