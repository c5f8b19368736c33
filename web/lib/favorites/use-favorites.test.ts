import { expect, it } from 'vitest';
import { FAVORITES_MAX } from '#contract/values/constants.ts';
import { changed } from './use-favorites.ts';

const artist = (artist_id: number) => ({
	artist_id,
	en_name: `Artist ${artist_id}`,
	native_name: null,
	native_lang: null,
	avatar_url: null,
	fan_color: null,
});
const ids = (list: readonly { artist_id: number }[]) => list.map(({ artist_id }) => artist_id);
const list = [artist(1), artist(2)];

it('are marked once, put first, and taken off', () => {
	expect(ids(changed(list, { add: artist(3) }))).toEqual([1, 2, 3]);
	expect(ids(changed(list, { add: artist(2) }))).toEqual([1, 2]);
	expect(ids(changed(list, { add: artist(2), first: true }))).toEqual([2, 1]);
	expect(ids(changed(list, { remove: 1 }))).toEqual([2]);
	expect(ids(changed(list, { remove: 9 }))).toEqual([1, 2]);
});

it('are no more than an account takes', () => {
	const full = Array.from({ length: FAVORITES_MAX }, (_, index) => artist(index + 1));
	expect(changed(full, { add: artist(99) })).toHaveLength(FAVORITES_MAX);
	expect(ids(changed(full, { add: artist(5), first: true }))[0]).toBe(5);
});
