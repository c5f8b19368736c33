/** The hall in the color of the fan's first artist, if the fan wants it so. Kept on the device. */
import { useSyncExternalStore } from 'react';
import { keptFavorites, onKeptFavorites } from './kept-favorites.ts';

const NAME = 'hall_of_my_artist';
const listeners = new Set<() => void>();
let kept: boolean | null = null;

function isOwnHall(): boolean {
	try {
		return (kept ??= localStorage.getItem(NAME) === '1');
	} catch {
		return (kept ??= false);
	}
}

export function setOwnHall(on: boolean): void {
	kept = on;
	try {
		localStorage.setItem(NAME, on ? '1' : '0');
	} catch {
		// Lives as long as the page.
	}
	for (const listener of listeners) listener();
}

export function useOwnHall(): boolean {
	return useSyncExternalStore(follow, isOwnHall);
}

/** Null: the hall belongs to the leader. */
export function useOwnHallColor(): string | null {
	return useSyncExternalStore(follow, () => (isOwnHall() ? (keptFavorites().list[0]?.fan_color ?? null) : null));
}

function follow(listener: () => void): () => void {
	listeners.add(listener);
	const unfollow = onKeptFavorites(listener);
	return () => {
		listeners.delete(listener);
		unfollow();
	};
}
