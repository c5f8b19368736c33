/** Every statement on artists. */
import { maybeOne, type Db } from '#server/kernel/database.ts';

export interface ArtistRow {
	artistId: number;
	kind: 'solo' | 'group' | 'song';
	enName: string;
	nativeName: string | null;
	nativeLang: string | null;
	subTitle: string | null;
	nationality: string | null;
	gender: number | null;
	/** `YYYY-MM-DD`. */
	birthday: string | null;
	/** In the site's time zone. */
	age: number | null;
	fanColor: string | null;
	avatarMediaId: string | null;
	descriptionHtml: string;
	/** Of the description. */
	language: string;
}

export function selectArtist(db: Db, artistId: number, language: string | null): Promise<ArtistRow | null> {
	return maybeOne<ArtistRow>(db, {
		name: 'select_artist',
		text: `select artist.artist_id as "artistId", kind, en_name as "enName", native_name as "nativeName",
				native_lang as "nativeLang", sub_title as "subTitle", nationality, gender, birthday,
				extract(year from age(greatest((lightstick_now() at time zone site.timezone)::date, birthday), birthday))::int as age,
				fan_color as "fanColor", avatar_media_id as "avatarMediaId", 
				coalesce(translation.text_html, description_html) as "descriptionHtml",
				coalesce(translation.language, site.content_language) as "language"
			from artist cross join site_setting site
			left join translation on translation.artist_id = artist.artist_id and translation.language = $2
				and translation.text_html <> ''
			where artist.artist_id = $1 and hidden_at is null and kind <> 'song'`,
		values: [artistId, language],
	});
}
