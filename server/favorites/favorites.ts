import type { Favorite } from '#contract/favorites.ts';
import { FAVORITES_MAX } from '#contract/values/constants.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { type Database, type Db, type Tx, sql } from '#server/kernel/database.ts';
import { presentNamedArtist } from '#server/rankings/presenters.ts';
import type { NamedArtistRow } from '#server/rankings/rules.ts';

/** Hidden artists are left out and stay marked: an operator may show them again. */
export const readFavorites = async (db: Db, fan: FanKey): Promise<Favorite[]> =>
	(await selectFavorites(db, fan)).map(presentNamedArtist);

export function addFavorites(db: Database, fan: FanKey, artistIds: readonly number[], first: boolean) {
	const wanted = [...new Set(artistIds)];
	return db.transaction(async (tx) => {
		await lockFavorites(tx, fan);
		await insertFavorites(tx, fan, wanted, FAVORITES_MAX);
		if (first)
			await sql`update favorite
		set place = least - cardinality(${wanted}::integer[]) - 1 + array_position(${wanted}::integer[],
			artist_id)
		from (select min(place) as least from favorite where fan_id = ${fan.fanId}) present
		where fan_id = ${fan.fanId} and artist_id = any (${wanted})`.run(tx);
		return readFavorites(tx, fan);
	});
}

export function removeFavorite(db: Database, fan: FanKey, artistId: number): Promise<Favorite[]> {
	return db.transaction(async (tx) => {
		await lockFavorites(tx, fan);
		await sql`delete from favorite where fan_id = ${fan.fanId} and artist_id = ${artistId}`.run(tx);
		return readFavorites(tx, fan);
	});
}

const selectFavorites = (db: Db, { fanId }: FanKey): Promise<NamedArtistRow[]> =>
	sql`select artist_id, kind, en_name, native_name, native_lang, avatar_media_id, fan_color
		from favorite join artist using (artist_id)
		where fan_id = ${fanId} and hidden_at is null order by place`
		.prepared('select_favorites')
		.all(db);

/** Makes changes of one fan's list follow each other, so that two devices at once cannot pass the limit together. */
const lockFavorites = (tx: Tx, { fanId }: FanKey): Promise<void> =>
	sql`select from fan where fan_id = ${fanId} for no key update`.run(tx);

/** Adds artists behind the others, as many as there is room for. Needs `lockFavorites`. */
const insertFavorites = (tx: Tx, { fanId }: FanKey, artistIds: readonly number[], max: number): Promise<void> =>
	sql`with present as (
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
