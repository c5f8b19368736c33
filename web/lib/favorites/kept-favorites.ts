/**
 * Favorites as this device keeps them: a visitor's own, or a copy of the account's list, from which the pinned row is
 * drawn before the account has answered.
 */
import type { Favorite } from '#contract/favorites.ts';
import { stored } from '#ui/stored.ts';

export type KeptFavorite = Pick<Favorite, 'artist_id' | 'en_name' | 'avatar_url' | 'fan_color'>;

export interface Kept {
	/** The name of the account, or `device`: marked without signing in, and not yet in any account. */
	owner: string;
	list: readonly KeptFavorite[];
}

const storage = stored('favorites');
export const DEVICE = 'device';
const NOTHING: Kept = { owner: DEVICE, list: [] };
/** Of the server, which knows nobody's. */
export const noFavorites = (): Kept['list'] => NOTHING.list;
let kept: Kept | null = null;

export function keptFavorites(): Kept {
	return (kept ??= read());
}

export function keepFavorites(next: Kept): void {
	kept = next;
	storage.set(JSON.stringify(next));
}

export const onKeptFavorites = storage.subscribe;

/** What is kept for this fan, or for a visitor (null). An account's list is nobody else's, however its session ended. */
export function keptFavoritesOf(fan: string | null): Kept['list'] {
	const { owner, list } = keptFavorites();
	return owner === (fan ?? DEVICE) ? list : NOTHING.list;
}

/** At log-out: the account's list is nobody's on this device. */
export function forgetAccountFavorites(): void {
	if (keptFavorites().owner !== DEVICE) keepFavorites(NOTHING);
}

function read(): Kept {
	try {
		const found: Partial<Kept> | null = JSON.parse(storage.get() ?? 'null');
		if (found && Array.isArray(found.list)) return { owner: found.owner ?? DEVICE, list: found.list };
	} catch {
		// Somebody else's text, or none.
	}
	return NOTHING;
}
