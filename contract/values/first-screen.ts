/** Names for the data of the first screen in a page: the browser's cache keys, and the element that holds it as JSON. */

export const FIRST_SCREEN_ELEMENT_ID = 'first-screen';
/** Its attribute with the server's time when the page was made, in ms since the epoch. */
export const MADE_AT_ATTRIBUTE = 'data-made-at';

export const cacheKeys = {
	site: ['site'],
	banners: ['banners'],
	chart: (rankingKey: string) => ['chart', rankingKey],
	artist: (artistId: string) => ['artist', artistId],
	article: (newsId: string) => ['news', 'article', newsId],
	latestNews: ['news', 'latest'],
	videos: ['news', 'videos'],
	categories: ['news', 'categories'],
	newsList: (categoryId: number | null, keyword: string) => ['news', 'list', categoryId, keyword],
	ended: (rankingType: string) => ['ended-rankings', rankingType],
	view: (id: string) => ['view', id],
	voteLogs: ['vote-logs'],
	numbers: ['transparency-numbers'],
} as const;
