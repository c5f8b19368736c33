/** My artist: the favorites that a fan has marked. The first one is pinned on home and chart. */
import * as z from 'zod/mini';
import { FAVORITES_MAX } from './values/constants.ts';
import { endpoint } from './endpoint.ts';
import { artistKind } from './rankings.ts';
import { fanColor, id, idText } from './values/shapes.ts';

export const favorite = z.object({
	artist_id: id,
	kind: artistKind,
	en_name: z.string(),
	native_name: z.nullable(z.string()),
	native_lang: z.nullable(z.string()),
	avatar_url: z.nullable(z.string()),
	fan_color: fanColor,
});
export type Favorite = z.output<typeof favorite>;

const reply = z.object({ favorites: z.array(favorite) });

export const getFavorites = endpoint({
	path: '/user/me/favorites',
	summary: 'The artists that this fan has marked, the first one first',
	access: 'registered',
	reply,
});

export const addFavorites = endpoint({
	path: '/user/me/favorites',
	summary: `Marks artists, in this order, behind those marked before. Artists that do not exist and those beyond ${FAVORITES_MAX} are left out. Repeating it changes nothing`,
	access: 'registered',
	body: z.object({
		artist_ids: z.array(id).check(z.minLength(1), z.maxLength(FAVORITES_MAX)),
		/** Puts them before the others instead, also if they are marked already. */
		first: z.optional(z.boolean()),
	}),
	reply,
});

export const removeFavorite = endpoint({
	methods: ['DELETE'],
	path: '/user/me/favorites/:artist_id',
	summary: 'Takes the mark off an artist. Repeating it changes nothing',
	access: 'registered',
	params: z.object({ artist_id: idText }),
	reply,
});
