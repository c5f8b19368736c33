/** Search: a part of the English or the native name, or of a song's performer, in any case. Pure. */
import type { ListedArtist } from '#contract/rankings.ts';

export function filterArtists(list: readonly ListedArtist[], keyword: string): readonly ListedArtist[] {
	const wanted = comparable(keyword);
	if (wanted === '') return list;
	return list.filter(({ en_name, native_name, sub_title }) =>
		[en_name, native_name ?? '', sub_title ?? ''].some((name) => comparable(name).includes(wanted)),
	);
}

/** Some keyboards send Hangul in parts; composed, both spellings are the same. */
function comparable(text: string): string {
	return text.normalize('NFC').trim().toLocaleLowerCase();
}
