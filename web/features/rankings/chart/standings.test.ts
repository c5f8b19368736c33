import { describe, expect, test } from 'vitest';
import type { ListedArtist } from '#contract/rankings.ts';
import { filterArtists } from './filter-artists.ts';
import { gapOf, moveOf } from './standings.ts';

function artist(
	rank: number,
	tickets: number,
	en_name = 'Yeoreum Baek',
	native_name: string | null = '백여름',
	sub_title: string | null = null,
): ListedArtist {
	return { artist_id: rank, rank, tickets, en_name, native_name, sub_title } as ListedArtist;
}

describe('beside every count', () => {
	const list = [artist(1, 500), artist(2, 300), artist(3, 300)] as const;

	test('the leader reads by how much they lead', () => {
		expect(gapOf(list, list[0])).toEqual({ kind: 'leads', tickets: 200 });
	});

	test('the others read what is missing to the rank above', () => {
		expect(gapOf(list, list[1])).toEqual({ kind: 'behind', tickets: 200, rank: 1 });
	});

	test('a tie is called level, from both sides at the top', () => {
		expect(gapOf(list, list[2])).toEqual({ kind: 'level', rank: 2 });
		const tied = [artist(1, 10), artist(2, 10)] as const;
		expect(gapOf(tied, tied[0])).toEqual({ kind: 'level', rank: 2 });
	});

	test('who is alone in a chart leads nobody', () => {
		const alone = artist(1, 10);
		expect(gapOf([alone], alone)).toEqual({ kind: 'none' });
	});
});

describe('a fan who searches', () => {
	const list = [artist(1, 3), artist(2, 2, 'Jiwoon Pyo', '표지운'), artist(3, 1, 'Low Tide', null, 'Tidewatch')];
	const found = (keyword: string) => filterArtists(list, keyword).map(({ en_name }) => en_name);

	test('finds by the native name, however the keyboard composes it', () => {
		expect(found('지운'.normalize('NFD'))).toEqual(['Jiwoon Pyo']);
	});

	test('finds a song by its performer', () => {
		expect(found('watch')).toEqual(['Low Tide']);
	});

	test.each(['ＹＥＯＲＥＵＭ', 'Yeoreum　Baek', 'yeoreum  baek ', 'YEOREUM\u200b BAEK\u200e', 'Yeoreum\u00a0Baek'])(
		'finds in any width, with any space: %j',
		(keyword) => expect(found(keyword)).toEqual(['Yeoreum Baek']),
	);

	test.each([
		['(H)A-ZEL', ['hazel', 'azel', 'H A-Zel', '(h)a‐zel', 'h.a.zel']],
		['Rock’n’Low', ["rock'n'low", 'rocknlow', 'rock n low', 'ROCK`N`LOW']],
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

describe('the movement of an artist', () => {
	const movement = { since: 1, ranks: [[7, 1] as [number, number], [8, 5] as [number, number]] };
	const at = (artist_id: number, rank: number, tickets = 10) => ({ artist_id, rank, tickets });

	test('is the difference between the rank of now and that of midnight', () => {
		expect(moveOf(movement, at(8, 2))).toEqual({ kind: 'up', by: 3 });
		expect(moveOf(movement, at(7, 2))).toEqual({ kind: 'down', by: 1 });
		expect(moveOf(movement, at(9, 3))).toEqual({ kind: 'new', by: 0 });
	});

	test('is nothing without a change, without votes, and without a yesterday', () => {
		expect(moveOf(movement, at(7, 1))).toBeNull();
		expect(moveOf(movement, at(9, 3, 0))).toBeNull();
		expect(moveOf({ since: null, ranks: [] }, at(9, 3))).toBeNull();
		expect(moveOf(undefined, at(9, 3))).toBeNull();
	});
});
