/** Every statement on favorites. */
import type { FanKey } from '#server/kernel/caller.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { NamedArtistRow } from '#server/rankings/presenters.ts';

export interface FavoriteRow extends NamedArtistRow {
	markedAt: number;
}

export function selectFavorites(db: Db, { bucket, fanId }: FanKey): Promise<FavoriteRow[]> {
	return db.query<FavoriteRow>({
		name: 'select_favorites',
		text: `select artist_id as "artistId", kind, en_name as "enName", native_name as "nativeName",
				native_lang as "nativeLang", avatar_media_id as "avatarMediaId", fan_color as "fanColor",
				${epochSeconds('marked_at')} as "markedAt"
			from favorite join artist using (artist_id)
			where bucket = $1 and fan_id = $2 and hidden_at is null order by place`,
		values: [bucket, fanId],
	});
}

/** Makes changes of one fan's list follow each other. */
export async function lockFavorites(tx: Tx, { bucket, fanId }: FanKey): Promise<void> {
	await tx.query({
		text: `select from fan where bucket = $1 and fan_id = $2 for no key update`,
		values: [bucket, fanId],
	});
}

/** Adds artists behind the others, as many as there is room for. Needs `lockFavorites`. */
export async function insertFavorites(
	tx: Tx,
	{ bucket, fanId }: FanKey,
	artistIds: readonly number[],
	max: number,
): Promise<void> {
	const kept = await tx.query<{ artistId: number; place: number }>({
		text: 'select artist_id as "artistId", place from favorite where bucket = $1 and fan_id = $2',
		values: [bucket, fanId],
	});
	const shown = await tx.query<{ artistId: number }>({
		text: 'select artist_id as "artistId" from artist where artist_id = any ($1) and hidden_at is null',
		values: [artistIds],
	});
	const ids = new Set(shown.map(({ artistId }) => artistId));
	for (const { artistId } of kept) ids.delete(artistId);
	const fresh = [...new Set(artistIds)].filter((id) => ids.has(id)).slice(0, Math.max(0, max - kept.length));
	const last = Math.max(0, ...kept.map(({ place }) => place));
	await tx.query({
		text: `insert into favorite (bucket, fan_id, artist_id, place)
			select $1::smallint, $2::bigint, artist_id, place
			from unnest($3::integer[], $4::integer[]) as marked (artist_id, place)`,
		values: [bucket, fanId, fresh, fresh.map((_, index) => last + index + 1)],
	});
}

export async function putFirst(tx: Tx, { bucket, fanId }: FanKey, artistIds: readonly number[]): Promise<void> {
	await tx.query({
		text: `update favorite set place = least - cardinality($3::integer[]) - 1 + array_position($3::integer[], artist_id)
			from (select min(place) as least from favorite where bucket = $1 and fan_id = $2) present
			where bucket = $1 and fan_id = $2 and artist_id = any ($3)`,
		values: [bucket, fanId, artistIds],
	});
}

export async function deleteFavorite(tx: Tx, { bucket, fanId }: FanKey, artistId: number): Promise<void> {
	await tx.query({
		text: `delete from favorite where bucket = $1 and fan_id = $2 and artist_id = $3`,
		values: [bucket, fanId, artistId],
	});
}
