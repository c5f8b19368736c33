/** Plants pictures, artists, groups and songs; gives their ids by name. */
import { POLICY_VERSION, sanitizeHtml } from '#server/content/html.ts';
import type { Tx } from '#server/kernel/database.ts';
import type { DemoArtist, DemoGroup, DemoSong } from '../content/artists.ts';
import { artists, groups, languageOf, songs } from '../content/artists.ts';
import { biography } from '../content/biographies.ts';
import { pictureOf, type Pictures } from '../pictures.ts';
import { randomFrom } from '../random.ts';
import { insertAll, type Ids } from '../tables.ts';

export async function plantPictures(tx: Tx, pictures: Pictures, now: number): Promise<void> {
	const distinct = new Map([...pictures.values()].map((picture) => [picture.mediaId, picture]));
	const rows = [...distinct.values()].map(({ mediaId, width, height }) => {
		return { media_id: mediaId, width, height, created_at: new Date(now) };
	});
	await insertAll(tx, 'media', rows);
}

/** Returns artist ids by English name; songs by title. */
export async function plantArtists(tx: Tx, pictures: Pictures, seed: number): Promise<Ids> {
	const rows = [...artists.map((artist, index) => solo(artist, index, seed)), ...groups.map(group), ...songs.map(song)];
	const described = rows.map(({ picture, description_raw: raw, ...row }) => ({
		...row,
		avatar_media_id: pictureOf(pictures, picture),
		description_raw: raw,
		description_html: sanitizeHtml(raw).html,
		description_policy: POLICY_VERSION,
	}));
	await insertAll(tx, 'artist', described);
	const stored = await tx.query<{ id: number; name: string }>({
		text: 'select artist_id as id, en_name as name from artist',
	});
	return new Map(stored.map(({ id, name }) => [name, id]));
}

/** The first rows: they have all columns. */
function solo(artist: DemoArtist, index: number, seed: number) {
	return {
		kind: 'solo',
		en_name: artist.enName,
		native_name: artist.nativeName,
		native_lang: artist.nativeName === null ? null : (languageOf[artist.nationality] ?? null),
		sub_title: null,
		nationality: artist.nationality,
		gender: artist.gender === 'M' ? 1 : 2,
		birthday: artist.birthday,
		fan_color: artist.fanColor,
		picture: `artist ${artist.enName}`,
		description_raw: biography(artist, index, randomFrom(`life ${seed} ${artist.enName}`)),
	};
}

function group({ enName, nativeName, fanColor, description }: DemoGroup) {
	return {
		kind: 'group',
		en_name: enName,
		native_name: nativeName,
		native_lang: 'ko',
		nationality: 'KR',
		fan_color: fanColor,
		picture: `artist ${enName}`,
		description_raw: description,
	};
}

function song({ title, nativeTitle, performer }: DemoSong) {
	return {
		kind: 'song',
		en_name: title,
		native_name: nativeTitle,
		native_lang: nativeTitle === null ? null : 'ko',
		sub_title: performer,
		fan_color: [...artists, ...groups].find(({ enName }) => enName === performer)?.fanColor,
		picture: `song ${title} ${performer}`,
		description_raw: '',
	};
}
