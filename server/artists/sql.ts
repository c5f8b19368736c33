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
}

export function selectArtist(db: Db, artistId: number): Promise<ArtistRow | null> {
	return maybeOne<ArtistRow>(db, {
		name: 'select_artist',
		text: `select artist_id as "artistId", kind, en_name as "enName", native_name as "nativeName",
				native_lang as "nativeLang", sub_title as "subTitle", nationality, gender, birthday,
				extract(year from age(greatest((lightstick_now() at time zone site.timezone)::date, birthday), birthday))::int as age,
				fan_color as "fanColor", avatar_media_id as "avatarMediaId", description_html as "descriptionHtml"
			from artist cross join site_setting site
			where artist_id = $1 and hidden_at is null and kind <> 'song'`,
		values: [artistId],
	});
}
