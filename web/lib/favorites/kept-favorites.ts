/**
 * Favorites as this device keeps them: a visitor's own, or a copy of the account's list, from which the pinned row is
 * drawn before the account has answered.
 */
import type { Favorite } from '#contract/favorites.ts';

export type KeptFavorite = Pick<Favorite, 'artist_id' | 'en_name' | 'avatar_url' | 'fan_color'>;

export interface Kept {
	/** `device`: marked without signing in, and not yet in any account. */
	owner: 'device' | 'account';
	list: readonly KeptFavorite[];
}

const NAME = 'favorites';
const NOTHING: Kept = { owner: 'device', list: [] };
const listeners = new Set<() => void>();
let kept: Kept | null = null;

export function keptFavorites(): Kept {
	return (kept ??= read());
}

/** If storage is blocked, the favorites live as long as the page. */
export function keepFavorites(next: Kept): void {
	kept = next;
	try {
		localStorage.setItem(NAME, JSON.stringify(next));
	} catch {
		// Kept in memory above.
	}
	for (const listener of listeners) listener();
}

export function onKeptFavorites(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** At log-out: the account's list is nobody's on this device. */
export function forgetAccountFavorites(): void {
	if (keptFavorites().owner === 'account') keepFavorites(NOTHING);
}

function read(): Kept {
	try {
		const found: Partial<Kept> | null = JSON.parse(localStorage.getItem(NAME) ?? 'null');
		if (found && Array.isArray(found.list))
			return { owner: found.owner === 'account' ? 'account' : 'device', list: found.list };
	} catch {
		// Somebody else's text, or none.
	}
	return NOTHING;
}
