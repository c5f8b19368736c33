/** Every statement on artists. */
import type { Artist } from '#contract/artists.ts';
import type { Db } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';

/** In the contract's names. */
export type ArtistRow = Omit<Artist, 'avatar_url' | 'rank' | 'tickets'> & { avatar_media_id: string | null };

export function selectArtist(db: Db, artistId: number, language: string | null): Promise<ArtistRow | null> {
	return sql`select artist.artist_id, kind, en_name, native_name, native_lang, sub_title, nationality, gender, birthday,
			extract(year from age(greatest((lightstick_now() at time zone site.timezone)::date, birthday), birthday))::int as age,
			fan_color, avatar_media_id, coalesce(translation.text_html, description_html) as description,
			coalesce(translation.language, site.content_language) as lang
		from artist cross join site_setting site
		left join translation on translation.artist_id = artist.artist_id and translation.language = ${language}
			and translation.text_html <> ''
		where artist.artist_id = ${artistId} and hidden_at is null and kind <> 'song'`
		.prepared('select_artist')
		.maybeOne(db);
}
