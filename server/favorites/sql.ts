/** Every statement on favorites. */
import type { FanKey } from '#server/kernel/caller.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { NamedArtistRow } from '#server/rankings/presenters.ts';

export interface FavoriteRow extends NamedArtistRow {
	markedAt: number;
}

export function selectFavorites(db: Db, { fanId }: FanKey): Promise<FavoriteRow[]> {
	return db.query<FavoriteRow>({
		name: 'select_favorites',
		text: `select artist_id as "artistId", kind, en_name as "enName", native_name as "nativeName",
				native_lang as "nativeLang", avatar_media_id as "avatarMediaId", fan_color as "fanColor",
				${epochSeconds('marked_at')} as "markedAt"
			from favorite join artist using (artist_id)
			where fan_id = $1 and hidden_at is null order by place`,
		values: [fanId],
	});
}

/** Makes changes of one fan's list follow each other. */
export async function lockFavorites(tx: Tx, { fanId }: FanKey): Promise<void> {
	await tx.query({
		text: `select from fan where fan_id = $1 for no key update`,
		values: [fanId],
	});
}

/** Adds artists behind the others, as many as there is room for. Needs `lockFavorites`. */
export async function insertFavorites(
	tx: Tx,
	{ fanId }: FanKey,
	artistIds: readonly number[],
	max: number,
): Promise<void> {
	await tx.query({
		text: `with present as (
				select count(*) as marked, coalesce(max(place), 0) as last from favorite where fan_id = $1
			), new as (
				select artist_id, row_number() over (order by position) as position
				from unnest($2::integer[]) with ordinality as asked (artist_id, position) join artist using (artist_id)
				where hidden_at is null and not exists (select from favorite kept
					where kept.fan_id = $1 and kept.artist_id = asked.artist_id)
			)
			insert into favorite (fan_id, artist_id, place)
			select $1, artist_id, last + position from new cross join present where marked + position <= $3`,
		values: [fanId, artistIds, max],
	});
}

export async function putFirst(tx: Tx, { fanId }: FanKey, artistIds: readonly number[]): Promise<void> {
	await tx.query({
		text: `update favorite set place = least - cardinality($2::integer[]) - 1 + array_position($2::integer[], artist_id)
			from (select min(place) as least from favorite where fan_id = $1) present
			where fan_id = $1 and artist_id = any ($2)`,
		values: [fanId, artistIds],
	});
}

export async function deleteFavorite(tx: Tx, { fanId }: FanKey, artistId: number): Promise<void> {
	await tx.query({
		text: `delete from favorite where fan_id = $1 and artist_id = $2`,
		values: [fanId, artistId],
	});
}
