/**
 * What the first screen needs travels in the page. Server and browser agree here on the names under which it does:
 * the browser's cache keys, and the element that carries them as JSON.
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
