import { expect, test } from 'vitest';
import type { NewsItem } from '#contract/news.ts';
import { chosenCategory, nextPage, withAll, withoutRepeats } from './pages.ts';

const categories = withAll(
	[
		{ id: 7, name: 'Article', key: 'article' },
		{ id: 9, name: 'Video', key: 'video' },
	],
	'All',
);

const item = (id: number): NewsItem => ({
	id,
	title: `News ${id}`,
	lang: 'en',
	cover_url: null,
	cover_alt: '',
	category_key: 'article',
	updated_time: 0,
});

test('[S2-60] All stands first, with value 0', () => {
	expect(categories[0]).toEqual({ id: 0, name: 'All', key: '0' });
});

test('a category is found by the key in the address', () => {
	expect(chosenCategory(categories, 'video')?.id).toBe(9);
});

test('an address without a category, with 0 or with an unknown one shows all', () => {
	for (const key of [null, '', '0', 'gone']) expect(chosenCategory(categories, key)?.id).toBe(0);
});

test('a fan scrolls on until the last of all news', () => {
	expect(nextPage(1, 39, 20)).toBe(2);
	expect(nextPage(2, 39, 20)).toBeNull();
	expect(nextPage(2, 40, 20)).toBeNull();
	expect(nextPage(1, 0, 20)).toBeNull();
});

test('an item that moved to the next page is shown once', () => {
	expect(withoutRepeats([item(2), item(1), item(1)]).map(({ id }) => id)).toEqual([2, 1]);
});
