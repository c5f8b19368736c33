import type { Artist, RankInfo } from '#contract/artists.ts';
import { standingIn } from '#contract/values/live-chart.ts';
import { type Db, sql } from '#server/kernel/database.ts';
import { mediaUrl } from '#server/media/names.ts';
import type { Boards, Build } from '#server/rankings/charts/boards.ts';
import { AVATAR_WIDTH } from '#server/rankings/presenters.ts';
import { readCurrentMonthly } from '#server/rankings/rankings.ts';
import { translation } from '#server/languages/content.ts';

export async function readArtist(db: Db, boards: Boards, artistId: number, language: string | null = null) {
	const [row, monthly] = await Promise.all([selectArtist(db, artistId, language), readCurrentMonthly(db, boards)]);
	if (!row) return null;
	const { avatar_media_id: mediaId, ...told } = row;
	const rank_info = monthly ? standingOf(artistId, monthly) : null;
	const standing = { rank: rank_info?.rank ?? null, tickets: rank_info?.ticket_number ?? null };
	return { artist: { ...told, avatar_url: mediaUrl(mediaId, AVATAR_WIDTH), ...standing }, rank_info };
}

function standingOf(artistId: number, { chart }: Build): RankInfo | null {
	const { ranking_key, title: ranking_title, ticket2gem_ratio } = chart.ranking_config;
	const standing = standingIn(chart, artistId);
	return standing && { ...standing, ranking_key, ranking_title, ticket2gem_ratio };
}

type ArtistRow = Omit<Artist, 'avatar_url' | 'rank' | 'tickets'> & { avatar_media_id: string | null };

const selectArtist = (db: Db, artistId: number, language: string | null): Promise<ArtistRow | null> =>
	sql`select artist.artist_id, kind, en_name, native_name, native_lang, sub_title, nationality, gender, birthday,
			extract(year from age(greatest((lightstick_now() at time zone site.timezone)::date, birthday), birthday))::int as age,
			fan_color, avatar_media_id, coalesce(translation.text_html, description_html) as description,
			coalesce(translation.language, site.content_language) as lang
		from artist cross join site_setting site
		${translation('artist', 'artist.artist_id', language)} and translation.text_html <> ''
		where artist.artist_id = ${artistId} and hidden_at is null and kind <> 'song'`
		.prepared('select_artist')
		.maybeOne(db);
