import type { NewsItem } from '#contract/news.ts';

/** Removes repeated items. An operator may set an item's time while a fan scrolls. */
export const withoutRepeats = (items: readonly NewsItem[]): NewsItem[] => [
	...new Map(items.map((item) => [item.id, item])).values(),
];

export interface Category {
	id: number;
	name: string;
	lang?: string;
	key: string;
}

export const ALL_CATEGORIES = 0;
export const ALL_KEY = '0';

export const withAll = (categories: readonly Category[], name: string): Category[] => [
	{ id: ALL_CATEGORIES, name, key: ALL_KEY },
	...categories,
];

/** Returns the category in the URL, or all categories if the URL names none or a removed one. */
export const chosenCategory = (categories: readonly Category[], key: string | null): Category | undefined =>
	categories.find((category) => category.key === key) ?? categories[0];
