/** Values of the artist editor. Missing texts are empty strings. */
import type { ConsoleArtist } from '#contract/operator/artists.ts';
import type { Picture } from '../../lib/media/picture-field.tsx';
import type { ArtistBody } from './get-artists.ts';

export interface ArtistValues {
	/** Null if the artist is not stored yet. */
	artist_id: number | null;
	version: number;
	kind: ConsoleArtist['kind'];
	en_name: string;
	native_name: string;
	native_lang: string;
	sub_title: string;
	nationality: string;
	gender: string;
	birthday: string;
	fan_color: string;
	avatar: Picture | null;
	description_raw: string;
	hidden: boolean;
}

export const noArtist: ArtistValues = {
	artist_id: null,
	version: 0,
	kind: 'solo',
	en_name: '',
	native_name: '',
	native_lang: '',
	sub_title: '',
	nationality: '',
	gender: '',
	birthday: '',
	fan_color: '',
	avatar: null,
	description_raw: '',
	hidden: true,
};

export function valuesOf(artist: ConsoleArtist): ArtistValues {
	return {
		artist_id: artist.artist_id,
		version: artist.version,
		kind: artist.kind,
		en_name: artist.en_name,
		native_name: artist.native_name ?? '',
		native_lang: artist.native_lang ?? '',
		sub_title: artist.sub_title ?? '',
		nationality: artist.nationality ?? '',
		gender: artist.gender === null ? '' : String(artist.gender),
		birthday: artist.birthday ?? '',
		fan_color: artist.fan_color ?? '',
		avatar: artist.avatar,
		description_raw: artist.description_raw,
		hidden: artist.hidden,
	};
}

export function bodyOf(values: ArtistValues): ArtistBody {
	return {
		kind: values.kind,
		en_name: values.en_name,
		native_name: orNull(values.native_name),
		native_lang: orNull(values.native_lang),
		sub_title: orNull(values.sub_title),
		nationality: orNull(values.nationality),
		gender: values.gender === '' ? null : Number(values.gender),
		birthday: orNull(values.birthday),
		fan_color: orNull(values.fan_color),
		avatar_media_id: values.avatar?.media_id ?? null,
		description_raw: values.description_raw,
		hidden: values.hidden,
	};
}

function orNull(text: string): string | null {
	return text.trim() === '' ? null : text.trim();
}
