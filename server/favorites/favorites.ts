/** A fan's favorite artists, in the fan's own order. */
import type { Favorite } from '#contract/favorites.ts';
import { FAVORITES_MAX } from '#contract/values/constants.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { presentNamedArtist } from '#server/rankings/presenters.ts';
import * as sql from './sql.ts';

/** Hidden artists are left out and stay marked: an operator may show them again. */
export async function readFavorites(db: Db, fan: FanKey): Promise<Favorite[]> {
	const rows = await sql.selectFavorites(db, fan);
	return rows.map((row) => ({ ...presentNamedArtist(row), marked_time: row.markedAt }));
}

/** The fan's row is locked, so that two devices at once cannot pass the limit together. */
export function addFavorites(
	db: Database,
	fan: FanKey,
	artistIds: readonly number[],
	first: boolean,
): Promise<Favorite[]> {
	const wanted = [...new Set(artistIds)];
	return db.transaction(async (tx) => {
		await sql.lockFavorites(tx, fan);
		await sql.insertFavorites(tx, fan, wanted, FAVORITES_MAX);
		if (first) await sql.putFirst(tx, fan, wanted);
		return readFavorites(tx, fan);
	});
}

export function removeFavorite(db: Database, fan: FanKey, artistId: number): Promise<Favorite[]> {
	return db.transaction(async (tx) => {
		await sql.lockFavorites(tx, fan);
		await sql.deleteFavorite(tx, fan, artistId);
		return readFavorites(tx, fan);
	});
}
