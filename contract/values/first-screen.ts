/**
 * The page carries the data of the first screen. This file holds the names that server and browser share for it: the
 * browser's cache keys, and the element that holds the data as JSON.
 */

export const FIRST_SCREEN_ELEMENT_ID = 'first-screen';

export const cacheKeys = {
	site: ['site'],
	banners: ['banners'],
	chart: (rankingKey: string) => ['chart', rankingKey],
	artist: (artistId: string) => ['artist', artistId],
	article: (newsId: string) => ['news', 'article', newsId],
	latestNews: ['news', 'latest'],
	videos: ['news', 'videos'],
} as const;
