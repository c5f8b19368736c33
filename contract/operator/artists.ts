import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { artistKind } from '../rankings.ts';
import { fanColor, id, idText, line, text, textOf } from '../values/shapes.ts';
import { country, cursor, listQuery, mediaId, picture, rawHtml, title, version, read, waitsAs, why } from './shapes.ts';
import { removalOf } from './resource.ts';

const optionalText = z.nullable(line(200));

/** Accepts dates up to today in the time zone that is furthest ahead. */
function isBirthday(day: string): boolean {
	const latest = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, day.length);
	return day >= '1900-01-01' && day <= latest;
}

const fields = {
	kind: artistKind,
	en_name: title,
	native_name: optionalText,
	/** BCP 47. */
	native_lang: z.nullable(textOf(35, /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)),
	/** The performer, if the artist is a song. */
	sub_title: optionalText,
	nationality: z.nullable(country),
	/** 1 is male, 2 female. Required of solo artists, like the birthday. */
	gender: z.nullable(z.int().check(z.gte(1), z.lte(2))),
	/** `YYYY-MM-DD`. */
	birthday: z.nullable(
		text(10).check(z.iso.date({ abort: true }), z.refine(isBirthday, 'must be a day from 1900 until today')),
	),
	fan_color: fanColor,
	avatar_media_id: z.nullable(mediaId),
	description_raw: rawHtml,
	/** True if fans do not see the artist. New artists are hidden until they are shown. */
	hidden: z.boolean(),
};

export const newArtist = z.object(fields);

export const consoleArtist = z.object({
	...fields,
	artist_id: id,
	nationality: z.nullable(z.string()),
	native_lang: z.nullable(z.string()),
	birthday: z.nullable(z.string()),
	avatar: picture,
	/** Sanitized copy of `description_raw`, as fans get it. */
	description_html: z.string(),
	version,
});
export type ConsoleArtist = z.output<typeof consoleArtist>;

const one = z.object({ artist: consoleArtist });

export const listArtists = read({
	path: '/console/artists',
	summary: 'Artists by name or id',
	query: z.object({
		...listQuery,
		kind: z.optional(artistKind),
		sort: z.optional(z.enum(['name', 'newest'])),
	}),
	reply: z.object({ list: z.array(consoleArtist), cursor }),
});

export const readArtist = read({
	path: '/console/artists/:artist_id',
	summary: 'One artist',
	params: z.object({ artist_id: idText }),
	reply: one,
	problems: ['artist_not_found'],
});

export const createArtist = endpoint({
	path: '/console/artists',
	summary: 'Creates an artist',
	access: 'operator:editor',
	body: newArtist,
	reply: one,
	problems: ['media_unknown', 'solo_incomplete'],
	idempotent: true,
});

export const editArtist = endpoint({
	methods: ['PUT'],
	path: '/console/artists/:artist_id',
	summary:
		'Changes an artist. An artist in a ranking that has not ended cannot be hidden. New names during a vote need a reason and, if there is one, a second operator: the public log repeats the candidates with them',
	access: 'operator:editor',
	params: z.object({ artist_id: idText }),
	/** `why` is needed for new names during a vote. */
	body: z.object({ version, ...fields, why: z.optional(why) }),
	/** The artist as stored. If new names wait for approval, the old ones stay until then. */
	reply: z.object({ artist: consoleArtist, approval_id: waitsAs }),
	problems: [
		'artist_not_found',
		'stale_edit',
		'media_unknown',
		'solo_incomplete',
		'artist_in_ranking',
		'artist_in_review',
		'rename_needs_reason',
		'artists_alike',
		'name_taken',
	],
});

export const artists = {
	noun: 'artist',
	fields,
	missing: 'artist_not_found',
	create: createArtist,
	edit: editArtist,
} as const;

export const removeArtist = removalOf(artists, {
	summary: 'Removes a hidden artist that no ranking and no fan names',
	reply: z.null(),
});
