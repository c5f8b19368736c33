/** Content around the charts: banners, pop-ups, picture pages, vote entry cards. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { rankingType } from '../../rankings.ts';
import { viewId } from '../../site.ts';
import { id, idText, rankingKey, textOf } from '../../values/shapes.ts';
import { alt, link, localTime, mediaId, picture, title, uuid, version, visibility, read } from '../shapes.ts';

const bannerFields = {
	position: z.int().check(z.gte(0), z.lte(10_000)),
	media_id: mediaId,
	pc_media_id: mediaId,
	alt,
	link_url: link,
	/** True if the link opens a new window. */
	new_window: z.boolean(),
	/** In the site's time zone. A null start shows it at once. A null end shows it without an end. */
	starts_local: z.nullable(localTime),
	ends_local: z.nullable(localTime),
	hidden: z.boolean(),
};
export const consoleBanner = z.object({
	...bannerFields,
	banner_id: id,
	picture,
	pc_picture: picture,
	visibility,
	version,
});
const banners = z.object({ banners: z.array(consoleBanner) });

export const listBanners = read({
	path: '/console/banners',
	summary: 'All banners in order',
	reply: banners,
});
export const createBanner = endpoint({
	methods: ['POST'],
	path: '/console/banners',
	summary: 'Creates a banner',
	access: 'operator:editor',
	body: z.object(bannerFields),
	reply: banners,
	problems: ['media_unknown', 'period_invalid'],
});
export const editBanner = endpoint({
	methods: ['PUT'],
	path: '/console/banners/:banner_id',
	summary: 'Changes a banner',
	access: 'operator:editor',
	params: z.object({ banner_id: idText }),
	body: z.object({ version, ...bannerFields }),
	reply: banners,
	problems: ['not_found', 'stale_edit', 'media_unknown', 'period_invalid'],
});

const popUpFields = {
	media_id: mediaId,
	alt,
	link_url: link,
	starts_local: localTime,
	ends_local: localTime,
	hidden: z.boolean(),
};
export const consolePopUp = z.object({ ...popUpFields, pop_up_id: z.string(), picture, visibility, version });
const popUps = z.object({ pop_ups: z.array(consolePopUp) });

export const listPopUps = read({
	path: '/console/pop-ups',
	summary: 'Pop-ups, latest first. If several are active, fans see the one that began last',
	reply: popUps,
});
export const createPopUp = endpoint({
	methods: ['POST'],
	path: '/console/pop-ups',
	summary: 'Creates a pop-up',
	access: 'operator:editor',
	body: z.object(popUpFields),
	reply: popUps,
	problems: ['media_unknown', 'period_invalid'],
});
export const editPopUp = endpoint({
	methods: ['PUT'],
	path: '/console/pop-ups/:pop_up_id',
	summary: 'Changes a pop-up',
	access: 'operator:editor',
	params: z.object({ pop_up_id: uuid }),
	body: z.object({ version, ...popUpFields }),
	reply: popUps,
	problems: ['not_found', 'stale_edit', 'media_unknown', 'period_invalid'],
});

const viewFields = { media_id: mediaId, pc_media_id: mediaId, alt, hidden: z.boolean() };
export const consoleView = z.object({ ...viewFields, view_id: viewId, picture, pc_picture: picture, version });
const views = z.object({ views: z.array(consoleView) });

export const listViews = read({
	path: '/console/views',
	summary: 'Picture pages by id',
	reply: views,
});
export const createView = endpoint({
	methods: ['POST'],
	path: '/console/views',
	summary: 'Creates a picture page',
	access: 'operator:editor',
	body: z.object({ view_id: viewId, ...viewFields }),
	reply: views,
	problems: ['media_unknown', 'key_taken'],
});
export const editView = endpoint({
	methods: ['PUT'],
	path: '/console/views/:view_id',
	summary: 'Changes a picture page',
	access: 'operator:editor',
	params: z.object({ view_id: viewId }),
	body: z.object({ version, ...viewFields }),
	reply: views,
	problems: ['not_found', 'stale_edit', 'media_unknown'],
});

/** The tabs of the leaderboard and the vote entry cards of the home page. */
const cardFields = {
	main_tab: textOf(40, /^[a-z0-9-]+$/),
	ranking_key: rankingKey,
	rank_name: title,
	background_media_id: z.nullable(mediaId),
};
export const entryCard = z.object({ ...cardFields, ranking_type: rankingType, background: picture });
const cards = z.object({ cards: z.array(entryCard), version });

export const readEntryCards = read({
	path: '/console/entry-cards',
	summary: 'Vote entry cards in order. A monthly card always shows the current month',
	reply: cards,
});
export const setEntryCards = endpoint({
	methods: ['PUT'],
	path: '/console/entry-cards',
	summary: 'Sets all cards at once, in this order',
	access: 'operator:editor',
	body: z.object({ version, cards: z.array(z.object(cardFields)).check(z.maxLength(20)) }),
	reply: cards,
	problems: ['stale_edit', 'ranking_not_found', 'media_unknown', 'key_taken', 'tab_name_taken'],
});
