import { describe, expect, test } from 'vitest';
import type { ListedArtist } from '#contract/rankings.ts';
import { filterArtists } from './filter-artists.ts';
import { gapOf, moveOf } from './standings.ts';

type Names = [en_name?: string, native_name?: string | null, sub_title?: string];
const artist = (
	rank: number,
	tickets: number,
	...[en_name = 'Yeoreum Baek', native_name = '백여름', sub_title]: Names
) => ({ artist_id: rank, rank, tickets, en_name, native_name, sub_title: sub_title ?? null }) as ListedArtist;

const ranked = [artist(1, 500), artist(2, 300), artist(3, 300)] as const;

const tied = [artist(1, 10), artist(2, 10)] as const;

test.each([
	['the leader reads by how much they lead', gapOf(ranked, ranked[0]), { kind: 'leads', tickets: 200 }],
	[
		'the others read what is missing to the rank above',
		gapOf(ranked, ranked[1]),
		{ kind: 'behind', tickets: 200, rank: 1 },
	],
	['a tie is called level', gapOf(ranked, ranked[2]), { kind: 'level', rank: 2 }],
	['a tie at the top is called level from both sides', gapOf(tied, tied[0]), { kind: 'level', rank: 2 }],
	['who is alone in a chart leads nobody', gapOf([ranked[0]], ranked[0]), { kind: 'none' }],
])('beside every count %s', (_, gap, expected) => expect(gap).toEqual(expected));

describe('a fan who searches', () => {
	const list = [artist(1, 3), artist(2, 2, 'Jiwoon Pyo', '표지운'), artist(3, 1, 'Low Tide', null, 'Tidewatch')];
	const found = (keyword: string) => filterArtists(list, keyword).map(({ en_name }) => en_name);

	test('finds by the native name, however the keyboard composes it, and a song by its performer', () => {
		expect([...found('지운'.normalize('NFD')), ...found('watch')]).toEqual(['Jiwoon Pyo', 'Low Tide']);
	});

	test.each(['ＹＥＯＲＥＵＭ', 'Yeoreum　Baek', 'yeoreum  baek ', 'YEOREUM\u200b BAEK\u200e', 'Yeoreum\u00a0Baek'])(
		'finds in any width, with any space: %j',
		(keyword) => expect(found(keyword)).toEqual(['Yeoreum Baek']),
	);

	test.each([
		['(H)A-ZEL', ['hazel', 'azel', 'H A-Zel', '(h)a‐zel', 'h.a.zel']],
		['Rock’n’Low', ["rock'n'low", 'rocknlow', 'rock n low', 'ROCK`N´LOW', 'rockʼn´']],
		['Rosé Đặng-Ølund', ['rose', 'ROSÈ DANG', 'đặng', 'olund', 'Rose\u0301']],
		['N.I.L.', ['nil', 'n.i.l', 'Ｎ．Ｉ．Ｌ．']],
		['7/9*!', ['79', '7／9', '7/9*', '!']],
		['★ ☆', ['★', '★ ☆', '☆']],
		['8TH “Sol”', ['"sol"', '8th sol', 'sol']],
	])('finds %s with other signs, or with none', (name, keywords) => {
		const all = [...list, artist(4, 0, name, null)];
		for (const keyword of keywords) expect(filterArtists(all, keyword).map((one) => one.en_name)).toContain(name);
		expect(filterArtists(all, keywords.join(' ')).map((one) => one.en_name)).not.toContain('Yeoreum Baek');
	});

	test('finds whatever the language of the browser is', () => {
		const names = ['Iseul Min', 'İLAYDA', 'ΝΙΚΟΣ', 'Đêm Nhạc', 'がくと', 'ฟ้าใส', '夜光樂團'];
		const all = names.map((name, index) => artist(index + 1, 1, name, null));
		for (const name of names) {
			for (const keyword of [name, name.toLowerCase(), name.toLocaleUpperCase('tr'), name.normalize('NFD')]) {
				expect(filterArtists(all, keyword).map((one) => one.en_name)).toEqual([name]);
			}
		}
	});

	test('sees everybody for spaces alone', () => expect(found('  ')).toHaveLength(3));
});

const movement = { since: 1, ranks: [[7, 1] as [number, number], [8, 5] as [number, number]] };
const at = (artist_id: number, rank: number, tickets = 10) => ({ artist_id, rank, tickets });

test.each([
	['the difference between the rank of midnight and that of now', movement, at(8, 2), { kind: 'up', by: 3 }],
	['a fall', movement, at(7, 2), { kind: 'down', by: 1 }],
	['new for who was not there at midnight', movement, at(9, 3), { kind: 'new', by: 0 }],
	['nothing without a change', movement, at(7, 1), null],
	['nothing without votes', movement, at(9, 3, 0), null],
	['nothing without a midnight', { since: null, ranks: [] }, at(9, 3), null],
	['nothing without a yesterday', undefined, at(9, 3), null],
])('the movement of an artist is %s', (_, since, one, expected) => expect(moveOf(since, one)).toEqual(expected));
