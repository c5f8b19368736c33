/** Reads artists that do not exist yet from the rows of a file. Pure. */
import { newArtist } from '#contract/operator/artists.ts';
import { fold } from '#contract/values/text.ts';
import * as z from 'zod/mini';

export type NewArtist = z.output<typeof newArtist>;

const MALE = '1 male m man 남 남자 남성 男 男性 男生 ชาย ผู้ชาย nam masculino hombre homem laki-laki pria lelaki';
const FEMALE = '2 female f woman 여 여자 여성 女 女性 女生 หญิง ผู้หญิง nữ femenino feminino mujer mulher perempuan wanita';
const GENDERS = new Map(
	[MALE, FEMALE].flatMap((words, index) => words.split(' ').map((word) => [fold(word), index + 1] as const)),
);

/** A day as spreadsheets write it, the year first. Where the month comes first, or the day, is a guess that nobody may make. */
const DAY = /^(\d{4}) ?[-/.年년] ?(\d{1,2}) ?[-/.月월] ?(\d{1,2}) ?[.日일]?$/;

function dayOf(text: string): string {
	const [, year, month = '', day = ''] = DAY.exec(text.normalize('NFKC')) ?? [];
	return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * Returns the artist of a row by the rules of the contract, or the first column that is missing or wrong. `cell` returns
 * the row's text in a column. The artist is visible at once, because hidden artists cannot be in a ranking.
 */
export function readNewArtist(
	cell: (column: string) => string,
): { artist: NewArtist; column: null } | { artist: null; column: string } {
	const gender = fold(cell('gender'));
	const { success, data, error } = z.safeParse(newArtist, {
		kind: fold(cell('kind')),
		en_name: cell('en_name'),
		native_name: cell('native_name') || null,
		native_lang: cell('native_lang') || null,
		sub_title: cell('sub_title') || null,
		nationality: cell('nationality').toUpperCase() || null,
		// An unknown word is not the same as none.
		gender: gender === '' ? null : (GENDERS.get(gender) ?? 0),
		birthday: dayOf(cell('birthday')) || null,
		fan_color: cell('fan_color').toUpperCase() || null,
		avatar_media_id: null,
		description_raw: '',
		hidden: false,
	});
	if (!success) return { artist: null, column: String(error.issues[0]?.path[0] ?? 'kind') };
	if (data.kind === 'solo' && data.gender === null) return { artist: null, column: 'gender' };
	if (data.kind === 'solo' && data.birthday === null) return { artist: null, column: 'birthday' };
	return { artist: data, column: null };
}
