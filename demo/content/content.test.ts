import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { expect, it } from 'vitest';
import { CHECK_IN_DAYS, NICKNAME_MAX_CHARACTERS } from '#contract/values/constants.ts';
import { calendarAt } from '../calendar.ts';
import { pictureOf } from '../pictures.ts';
import world from './artists.json' with { type: 'json' };
import { people } from '../crowd.ts';
import { bannersOf } from '../plant/site.ts';
import site from './site.json' with { type: 'json' };

const { solos, groups, songs } = world;

it('the people and songs of the demo world are each their own: no name, no page and no color of an artist twice', () => {
	const all = [...solos, ...groups, ...songs];
	expect(new Set(all.map(({ en_name: name }) => name)).size).toBe(all.length);
	for (const field of ['fan_color', 'description_raw'] as const)
		expect(new Set(solos.map((solo) => solo[field])).size).toBe(solos.length);
});

it('the people and songs of the demo world fit together: native names have a language, songs a performer, nicknames a length that registration takes', () => {
	expect(solos.filter(({ native_name, native_lang }) => native_name !== null && native_lang === null)).toEqual([]);
	const performers = new Set([...solos, ...groups].map(({ en_name: name }) => name));
	expect(songs.filter(({ sub_title: performer }) => !performers.has(performer))).toEqual([]);
	expect(people.filter(({ name }) => name.length > NICKNAME_MAX_CHARACTERS)).toEqual([]);
});

it('the pictures of the demo world are there for the banners of every month', async () => {
	const files = await readdir(join(import.meta.dirname, '../pictures'));
	const pictures = new Map(files.map((file) => [parse(file).name, { mediaId: file, width: 0, height: 0 }]));
	const months = Array.from({ length: 12 }, (_, month) => calendarAt(Date.UTC(2026, month, 9), 'UTC').month(0).name);
	const banners = months.flatMap(bannersOf).flatMap(({ picture }) => [`${picture} small`, `${picture} wide`]);
	expect(new Set(banners.map((subject) => pictureOf(pictures, subject))).size).toBe(2 * (12 + 3));
	expect(() => pictureOf(pictures, 'banner 0 Brumaire wide')).toThrow('there is no picture of banner 0 Brumaire wide');
});

it('the demo store never gives fewer gems for the money in a larger package', () => {
	const gemsPerUnit = site.goods.map((pack) => (pack.gems + pack.bonus_gems) / pack.price_minor);
	expect(gemsPerUnit.toSorted((one, other) => one - other)).toEqual(gemsPerUnit);
});

it('the demo store rewards each day of the check-in cycle', () => {
	expect(site.checkInRewards).toHaveLength(CHECK_IN_DAYS);
});
