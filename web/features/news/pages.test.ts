import { expect, test } from 'vitest';
import type { NewsItem } from '#contract/news.ts';
import { chosenCategory, withAll, withoutRepeats } from './pages.ts';

test('an address without a category, with 0 or with an unknown one shows all, which stand first', () => {
	const categories = withAll([{ id: 9, name: 'Video', key: 'video' }], 'All');
	for (const key of [null, '', '0', 'gone']) expect(chosenCategory(categories, key)).toBe(categories[0]);
	expect(chosenCategory(categories, 'video')).toBe(categories[1]);
});

test('an item that came again is shown once', () => {
	const items = [2, 1, 1].map((id) => ({ id }) as NewsItem);
	expect(withoutRepeats(items).map(({ id }) => id)).toEqual([2, 1]);
});
