/**
 * Artists, groups and songs. All of them are invented: no name here belongs to a performer that we know of, and nobody
 * has a face.
 */
import data from './artists.json' with { type: 'json' };

export type Craft = 'vocal' | 'dance' | 'rap' | 'writer' | 'producer';

export interface DemoArtist {
	enName: string;
	nativeName: string | null;
	/** ISO 3166-1 alpha-2. */
	nationality: string;
	gender: 'F' | 'M';
	/** `YYYY-MM-DD`. */
	birthday: string;
	fanColor: string;
	craft: Craft;
	hometown: string;
}

/** BCP 47 languages of native names. */
export const languageOf: Record<string, string> = data.languages;

type ArtistRow = [
	enName: string,
	nativeName: string | null,
	nationality: string,
	gender: 'F' | 'M',
	birthday: string,
	fanColor: string,
	craft: Craft,
	hometown: string,
];

/** Ordered as the current monthly ranking begins. */
export const artists: readonly DemoArtist[] = (data.artists as ArtistRow[]).map(
	([enName, nativeName, nationality, gender, birthday, fanColor, craft, hometown]) => ({
		enName,
		nativeName,
		nationality,
		gender,
		birthday,
		fanColor,
		craft,
		hometown,
	}),
);

export interface DemoGroup {
	enName: string;
	nativeName: string;
	fanColor: string;
	description: string;
}

/** They have pages and songs, and no place in a solo chart. */
export const groups: readonly DemoGroup[] = data.groups;

export interface DemoSong {
	title: string;
	nativeTitle: string | null;
	performer: string;
}

type SongRow = [title: string, nativeTitle: string | null, performer: string];

export const songs: readonly DemoSong[] = (data.songs as SongRow[]).map(([title, nativeTitle, performer]) => ({
	title,
	nativeTitle,
	performer,
}));
