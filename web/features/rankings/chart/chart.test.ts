import { describe, expect, test } from 'vitest';
import type { ListedArtist } from '#contract/rankings.ts';
import { filterArtists, gapOf } from './standings.ts';

function artist(
	rank: number,
	tickets: number,
	en_name = 'Yeoreum Baek',
	native_name: string | null = '백여름',
	sub_title: string | null = null,
): ListedArtist {
	return {
		artist_id: rank,
		rank,
		tickets,
		en_name,
		native_name,
		kind: 'solo',
		native_lang: 'ko',
		sub_title,
		avatar_url: null,
		fan_color: null,
	};
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

describe('[S2-48, S5-21] a fan who searches', () => {
	const list = [artist(1, 3), artist(2, 2, 'Jiwoon Pyo', '표지운'), artist(3, 1, 'Low Tide', null, 'Tidewatch')];
	const found = (keyword: string) => filterArtists(list, keyword).map(({ en_name }) => en_name);

	test('finds by a part of the English name in any case', () => {
		expect(found('BAEK')).toEqual(['Yeoreum Baek']);
		expect(found('o')).toEqual(['Yeoreum Baek', 'Jiwoon Pyo', 'Low Tide']);
	});

	test('finds by the native name, however the keyboard composes it', () => {
		expect(found('지운')).toEqual(['Jiwoon Pyo']);
		expect(found('지운'.normalize('NFD'))).toEqual(['Jiwoon Pyo']);
	});

	test('finds a song by its performer', () => {
		expect(found('watch')).toEqual(['Low Tide']);
	});

	test('sees everybody again when the field is empty, and nobody for nonsense', () => {
		expect(found('  ')).toHaveLength(3);
		expect(found('zzyx')).toEqual([]);
	});
});
