/** Content around the charts: banners, pop-ups, picture pages, vote entry cards. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { rankingType } from '../../rankings.ts';
import { viewId } from '../../site.ts';
import { id, idText, rankingKey, textOf } from '../../values/shapes.ts';
import { listed } from '../resource.ts';
import { alt, link, localTime, mediaId, picture, title, uuid, version, visibility, read } from '../shapes.ts';

const shown = { media_id: mediaId, alt, hidden: z.boolean() };
const linked = { ...shown, link_url: link };

const bannerFields = {
	...linked,
	pc_media_id: mediaId,
	position: z.int().check(z.gte(0), z.lte(10_000)),
	/** True if the link opens a new window. */
	new_window: z.boolean(),
	/** In the site's time zone. A null start shows it at once. A null end shows it without an end. */
	starts_local: z.nullable(localTime),
	ends_local: z.nullable(localTime),
};
export const consoleBanner = z.object({
	...bannerFields,
	banner_id: id,
	picture,
	pc_picture: picture,
	visibility,
	version,
});
export const banners = listed({
	noun: 'banner',
	path: '/console/banners',
	key: idText,
	fields: bannerFields,
	reply: z.object({ banners: z.array(consoleBanner) }),
	lists: 'All banners in order',
	creates: 'Creates a banner',
	edits: 'Changes a banner',
	removes: 'Removes a banner that fans do not see',
});
export const { list: listBanners, create: createBanner, edit: editBanner, remove: removeBanner } = banners;

const popUpFields = { ...linked, starts_local: localTime, ends_local: localTime };
export const consolePopUp = z.object({ ...popUpFields, pop_up_id: z.string(), picture, visibility, version });
export const popUps = listed({
	noun: 'pop_up',
	path: '/console/pop-ups',
	key: uuid,
	fields: popUpFields,
	reply: z.object({ pop_ups: z.array(consolePopUp) }),
	lists: 'Pop-ups, latest first. If several are active, fans see the one that began last',
	creates: 'Creates a pop-up',
	edits: 'Changes a pop-up',
	removes: 'Removes a pop-up that fans do not see',
});
export const { list: listPopUps, create: createPopUp, edit: editPopUp, remove: removePopUp } = popUps;

const viewFields = { ...shown, pc_media_id: mediaId };
export const consoleView = z.object({ ...viewFields, view_id: viewId, picture, pc_picture: picture, version });
export const views = listed({
	noun: 'view',
	path: '/console/views',
	key: viewId,
	fields: viewFields,
	first: { view_id: viewId },
	reply: z.object({ views: z.array(consoleView) }),
	lists: 'Picture pages by id',
	creates: 'Creates a picture page',
	edits: 'Changes a picture page',
	removes: 'Removes a picture page that fans do not see',
});
export const { list: listViews, create: createView, edit: editView, remove: removeView } = views;

/** Stored by `server/site/operator/content.ts`. */
export const contents = [banners, popUps, views];

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
