/** Reads artists that do not exist yet from the rows of a file. Pure. */
import { newArtist } from '#contract/operator/artists.ts';
import * as z from 'zod/mini';

export type NewArtist = z.output<typeof newArtist>;

const GENDERS = new Map([
	['male', 1],
	['1', 1],
	['female', 2],
	['2', 2],
]);

/**
 * Returns the artist of a row by the rules of the contract, or null if something is missing or wrong. `cell` returns
 * the row's text in a column. The artist is visible at once, because hidden artists cannot be in a ranking.
 */
export function readNewArtist(cell: (column: string) => string): NewArtist | null {
	const kind = cell('kind').toLowerCase();
	const gender = cell('gender').toLowerCase();
	const { success, data } = z.safeParse(newArtist, {
		kind,
		en_name: cell('en_name'),
		native_name: cell('native_name') || null,
		native_lang: cell('native_lang') || null,
		sub_title: cell('sub_title') || null,
		nationality: cell('nationality').toUpperCase() || null,
		// An unknown word is not the same as none.
		gender: gender === '' ? null : (GENDERS.get(gender) ?? 0),
		birthday: cell('birthday') || null,
		fan_color: cell('fan_color').toUpperCase() || null,
		avatar_media_id: null,
		description_raw: '',
		hidden: false,
	});
	if (!success || (data.kind === 'solo' && (data.gender === null || data.birthday === null))) return null;
	return data;
}
