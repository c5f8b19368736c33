import { describe, expect, it } from 'vitest';
import { CHECK_IN_DAYS, NICKNAME_MAX_CHARACTERS } from '#contract/values/constants.ts';
import { randomFrom } from '../art/random.ts';
import { articles } from './articles.ts';
import { artists, languageOf } from './artists.ts';
import { biography } from './biographies.ts';
import { groups } from './groups.ts';
import { people } from './people.ts';
import { checkInRewards, goods } from './shop.ts';
import { songs } from './songs.ts';
import { videos } from './videos.ts';

const performers = new Set([...artists, ...groups].map(({ enName }) => enName));

describe('the people and songs of the demo world', () => {
	it('are each their own: no name and no color of an artist twice', () => {
		expect(new Set([...performers, ...songs.map(({ title }) => title)]).size).toBe(
			artists.length + groups.length + songs.length,
		);
		expect(new Set(artists.map(({ fanColor }) => fanColor)).size).toBe(artists.length);
	});

	it('have a language for every native name', () => {
		const unnamed = artists.filter(({ nativeName, nationality }) => nativeName !== null && !languageOf[nationality]);
		expect(unnamed).toEqual([]);
	});

	it('are only sung and written about where they exist', () => {
		const subjects = [
			...songs.map(({ performer }) => performer),
			...[...articles, ...videos].map(({ about }) => about),
		];
		expect(subjects.filter((name) => name !== null && !performers.has(name))).toEqual([]);
	});

	it('are described in two or three paragraphs, each page its own', () => {
		const pages = artists.map((artist, index) => biography(artist, index, randomFrom(artist.enName)));
		expect(new Set(pages).size).toBe(artists.length);
		for (const page of pages) {
			expect(page.match(/<p>/g)?.length).toBeGreaterThanOrEqual(2);
			expect(page).not.toMatch(/undefined|\[object|<p><\/p>/);
		}
	});

	it('have nicknames that registration would take', () => {
		expect(people.filter(({ name }) => name.length > NICKNAME_MAX_CHARACTERS)).toEqual([]);
	});
});

describe('the demo store', () => {
	it('never gives fewer gems for the money in a larger package', () => {
		const gemsPerUnit = goods.map(({ gems, bonusGems, priceMinor }) => (gems + bonusGems) / priceMinor);
		expect(gemsPerUnit.toSorted((one, other) => one - other)).toEqual(gemsPerUnit);
	});

	it('rewards each day of the check-in cycle', () => {
		expect(checkInRewards).toHaveLength(CHECK_IN_DAYS);
	});
});
