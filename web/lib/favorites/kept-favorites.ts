/** A visitor's own, or a copy of the account's list: the pinned row is drawn before the account has answered. */
import type { Favorite } from '#contract/favorites.ts';
import { storedValue } from '#ui/stored.ts';

export type KeptFavorite = Pick<
	Favorite,
	'artist_id' | 'en_name' | 'native_name' | 'native_lang' | 'avatar_url' | 'fan_color'
>;

export interface Kept {
	/** The name of the account, or `device`: marked without signing in, and not yet in any account. */
	owner: string;
	list: readonly KeptFavorite[];
}

export const DEVICE = 'device';
const storage = storedValue<Kept>('favorites', (found) => {
	const { owner = DEVICE, list } = found as Partial<Kept>;
	return Array.isArray(list) ? { owner, list } : null;
});
const NOTHING: Kept = { owner: DEVICE, list: [] };
export const noFavorites = (): Kept['list'] => NOTHING.list;
let kept: Kept | null = null;

export const keptFavorites = (): Kept => (kept ??= storage.get() ?? NOTHING);

export function keepFavorites(next: Kept): void {
	kept = next;
	storage.set(next);
}

export const onKeptFavorites = storage.subscribe;

/** What is kept for this fan, or for a visitor (null). An account's list is nobody else's, however its session ended. */
export function keptFavoritesOf(fan: string | null): Kept['list'] {
	const { owner, list } = keptFavorites();
	return owner === (fan ?? DEVICE) ? list : NOTHING.list;
}

export function forgetAccountFavorites(): void {
	if (keptFavorites().owner !== DEVICE) keepFavorites(NOTHING);
}
