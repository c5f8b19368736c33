import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_IN_DAYS, NICKNAME_MAX_CHARACTERS } from '#contract/values/constants.ts';
import { calendarAt } from '../calendar.ts';
import { pictureOf } from '../pictures.ts';
import { randomFrom } from '../random.ts';
import { artists, groups, languageOf, songs } from './artists.ts';
import { biography } from './biographies.ts';
import { people } from '../crowd.ts';
import { bannersOf } from '../plant/site.ts';
import site from './site.json' with { type: 'json' };

describe('the people and songs of the demo world', () => {
	it('are each their own: no name and no color of an artist twice', () => {
		expect(
			new Set([...artists, ...groups].map(({ enName }) => enName).concat(songs.map(({ title }) => title))).size,
		).toBe(artists.length + groups.length + songs.length);
		expect(new Set(artists.map(({ fanColor }) => fanColor)).size).toBe(artists.length);
	});

	it('fit together: native names have a language, songs a performer, nicknames a length that registration takes', () => {
		const unnamed = artists.filter(({ nativeName, nationality }) => nativeName !== null && !languageOf[nationality]);
		expect(unnamed).toEqual([]);
		const performers = new Set([...artists, ...groups].map(({ enName }) => enName));
		expect(songs.filter(({ performer }) => !performers.has(performer))).toEqual([]);
		expect(people.filter(({ name }) => name.length > NICKNAME_MAX_CHARACTERS)).toEqual([]);
	});

	it('are described in two or three paragraphs, each page its own', () => {
		const pages = artists.map((artist, index) => biography(artist, index, randomFrom(artist.enName)));
		expect(new Set(pages).size).toBe(artists.length);
		for (const page of pages) {
			expect(page.match(/<p>/g)?.length).toBeGreaterThanOrEqual(2);
			expect(page).not.toMatch(/undefined|\[object|<p><\/p>/);
		}
	});
});

it('the pictures of the demo world are there for the banners of every month', async () => {
	const files = await readdir(join(import.meta.dirname, '../pictures'));
	const pictures = new Map(files.map((file) => [parse(file).name, { mediaId: file, width: 0, height: 0 }]));
	const months = Array.from({ length: 12 }, (_, month) => calendarAt(Date.UTC(2026, month, 9), 'UTC').month(0).name);
	const banners = months.flatMap(bannersOf).flatMap(({ picture }) => [`${picture} small`, `${picture} wide`]);
	expect(new Set(banners.map((subject) => pictureOf(pictures, subject))).size).toBe(2 * (12 + 3));
	expect(() => pictureOf(pictures, 'banner 0 Brumaire wide')).toThrow('there is no picture of banner 0 Brumaire wide');
});

describe('the demo store', () => {
	it('never gives fewer gems for the money in a larger package', () => {
		const gemsPerUnit = site.goods.map((pack) => (pack.gems + pack.bonus_gems) / pack.price_minor);
		expect(gemsPerUnit.toSorted((one, other) => one - other)).toEqual(gemsPerUnit);
	});

	it('rewards each day of the check-in cycle', () => {
		expect(site.checkInRewards).toHaveLength(CHECK_IN_DAYS);
	});
});
