/** Plants pictures, artists, groups and songs; gives their ids by name. */
import { POLICY_VERSION, sanitizeHtml } from '#server/content/html.ts';
import type { Tx } from '#server/kernel/database.ts';
import {
	artists,
	groups,
	languageOf,
	songs,
	type DemoArtist,
	type DemoGroup,
	type DemoSong,
} from '../content/artists.ts';
import { biography } from '../content/biographies.ts';
import { pictureOf, type Pictures } from '../pictures.ts';
import { randomFrom } from '../random.ts';
import { day, insertAll, text, time, whole } from '../tables.ts';

/** Artist ids by English name; songs by title. */
export type ArtistIds = ReadonlyMap<string, number>;

interface ArtistRow {
	kind: 'solo' | 'group' | 'song';
	enName: string;
	nativeName: string | null;
	nativeLang: string | null;
	subTitle: string | null;
	nationality: string | null;
	gender: number | null;
	birthday: string | null;
	fanColor: string | null;
	picture: string;
	description: string;
}

export async function plantPictures(tx: Tx, pictures: Pictures, now: number): Promise<void> {
	const distinct = new Map([...pictures.values()].map((picture) => [picture.mediaId, picture]));
	await insertAll(tx, 'media', [...distinct.values()], {
		media_id: text((it) => it.mediaId),
		width: whole((it) => it.width),
		height: whole((it) => it.height),
		created_at: time(() => now),
	});
}

export async function plantArtists(tx: Tx, pictures: Pictures, seed: number): Promise<ArtistIds> {
	const rows = [...artists.map((artist, index) => solo(artist, index, seed)), ...groups.map(group), ...songs.map(song)];
	await insertAll(tx, 'artist', rows, {
		kind: text((it) => it.kind),
		en_name: text((it) => it.enName),
		native_name: text((it) => it.nativeName),
		native_lang: text((it) => it.nativeLang),
		sub_title: text((it) => it.subTitle),
		nationality: text((it) => it.nationality),
		gender: whole((it) => it.gender),
		birthday: day((it) => it.birthday),
		fan_color: text((it) => it.fanColor),
		avatar_media_id: text((it) => pictureOf(pictures, it.picture)),
		description_raw: text((it) => it.description),
		description_html: text((it) => sanitizeHtml(it.description).html),
		description_policy: whole(() => POLICY_VERSION),
	});
	const stored = await tx.query<{ id: number; name: string }>({
		text: 'select artist_id as id, en_name as name from artist',
	});
	return new Map(stored.map(({ id, name }) => [name, id]));
}

function solo(artist: DemoArtist, index: number, seed: number): ArtistRow {
	return {
		kind: 'solo',
		enName: artist.enName,
		nativeName: artist.nativeName,
		nativeLang: artist.nativeName === null ? null : (languageOf[artist.nationality] ?? null),
		subTitle: null,
		nationality: artist.nationality,
		gender: artist.gender === 'M' ? 1 : 2,
		birthday: artist.birthday,
		fanColor: artist.fanColor,
		picture: `artist ${artist.enName}`,
		description: biography(artist, index, randomFrom(`life ${seed} ${artist.enName}`)),
	};
}

function group({ enName, nativeName, fanColor, description }: DemoGroup): ArtistRow {
	return {
		kind: 'group',
		enName,
		nativeName,
		nativeLang: 'ko',
		subTitle: null,
		nationality: 'KR',
		gender: null,
		birthday: null,
		fanColor,
		picture: `artist ${enName}`,
		description,
	};
}

function song({ title, nativeTitle, performer }: DemoSong): ArtistRow {
	const color = [...artists, ...groups].find(({ enName }) => enName === performer)?.fanColor;
	return {
		kind: 'song',
		enName: title,
		nativeName: nativeTitle,
		nativeLang: nativeTitle === null ? null : 'ko',
		subTitle: performer,
		nationality: null,
		gender: null,
		birthday: null,
		fanColor: color ?? null,
		picture: `song ${title} ${performer}`,
		description: '',
	};
}
