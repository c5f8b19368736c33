import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { artistKind, listedArtist } from './rankings.ts';
import { inLanguage, count, fanColor, id, idText, rankingKey } from './values/shapes.ts';

export const artist = z.object({
	artist_id: id,
	kind: artistKind,
	en_name: z.string(),
	native_name: z.nullable(z.string()),
	native_lang: z.nullable(z.string()),
	sub_title: z.nullable(z.string()),
	nationality: z.nullable(z.string()),
	/** 1 is male, every other number female. Null if it does not apply (groups). */
	gender: z.nullable(z.int()),
	/** `YYYY-MM-DD`. */
	birthday: z.nullable(z.string()),
	/** Whole years in the site's time zone. */
	age: z.nullable(count),
	avatar_url: z.nullable(z.string()),
	fan_color: fanColor,
	description: z.string(),
	/** Language of the description: the one that was asked for, if it is translated. */
	lang: z.string(),
	/** Rank in the current monthly ranking. Null if the artist is not in it. */
	rank: z.nullable(count),
	tickets: z.nullable(count),
});
export type Artist = z.output<typeof artist>;

const neighbor = z.pick(listedArtist, {
	en_name: true,
	native_name: true,
	native_lang: true,
	rank: true,
	tickets: true,
});

export const rankInfo = z.object({
	rank: count,
	ticket_number: count,
	ranking_key: rankingKey,
	ranking_title: z.string(),
	is_ongoing: z.boolean(),
	ticket2gem_ratio: count,
	/** The artist one rank above, and the distance in tickets. Null for the leader. */
	above: z.nullable(neighbor),
	/** The artist one rank below. Null for the last one. */
	below: z.nullable(neighbor),
});
export type RankInfo = z.output<typeof rankInfo>;

export const getArtist = endpoint({
	path: '/artists/detail/:artist_id',
	summary: 'One artist, with their rank in the current monthly ranking',
	access: 'anyone',
	params: z.object({ artist_id: idText }),
	query: z.object(inLanguage),
	reply: z.object({ artist, rank_info: z.nullable(rankInfo) }),
	problems: ['artist_not_found'],
});
