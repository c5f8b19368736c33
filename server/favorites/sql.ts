/** Every statement on favorites. */
import { epochSeconds, sql } from '#server/kernel/sql.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import type { NamedArtistRow } from '#server/rankings/presenters.ts';

export interface FavoriteRow extends NamedArtistRow {
	markedAt: number;
}

export function selectFavorites(db: Db, { fanId }: FanKey): Promise<FavoriteRow[]> {
	return sql`select artist_id as "artistId", kind, en_name as "enName", native_name as "nativeName",
			native_lang as "nativeLang", avatar_media_id as "avatarMediaId", fan_color as "fanColor",
			false as hidden, ${epochSeconds('marked_at')} as "markedAt"
		from favorite join artist using (artist_id)
		where fan_id = ${fanId} and hidden_at is null order by place`
		.prepared('select_favorites')
		.all(db);
}

/** Makes changes of one fan's list follow each other. */
export function lockFavorites(tx: Tx, { fanId }: FanKey): Promise<void> {
	return sql`select from fan where fan_id = ${fanId} for no key update`.run(tx);
}

/** Adds artists behind the others, as many as there is room for. Needs `lockFavorites`. */
export function insertFavorites(tx: Tx, { fanId }: FanKey, artistIds: readonly number[], max: number): Promise<void> {
	return sql`with present as (
			select count(*) as marked, coalesce(max(place), 0) as last from favorite where fan_id = ${fanId}
		), new as (
			select artist_id, row_number() over (order by position) as position
			from unnest(${artistIds}::integer[]) with ordinality as asked (artist_id, position)
				join artist using (artist_id)
			where hidden_at is null and not exists (select from favorite kept
				where kept.fan_id = ${fanId} and kept.artist_id = asked.artist_id)
		)
		insert into favorite (fan_id, artist_id, place)
		select ${fanId}, artist_id, last + position from new cross join present where marked + position <= ${max}`.run(tx);
}

export function putFirst(tx: Tx, { fanId }: FanKey, artistIds: readonly number[]): Promise<void> {
	return sql`update favorite
		set place = least - cardinality(${artistIds}::integer[]) - 1 + array_position(${artistIds}::integer[],
			artist_id)
		from (select min(place) as least from favorite where fan_id = ${fanId}) present
		where fan_id = ${fanId} and artist_id = any (${artistIds})`.run(tx);
}

export function deleteFavorite(tx: Tx, { fanId }: FanKey, artistId: number): Promise<void> {
	return sql`delete from favorite where fan_id = ${fanId} and artist_id = ${artistId}`.run(tx);
}
