import type { ListedArtist } from '#contract/rankings.ts';
import { fold } from '#contract/values/text.ts';

/** Search: a part of the English or the native name, or of a song's performer, in any case, and with any signs or none. Pure. */
export function filterArtists(list: readonly ListedArtist[], keyword: string): readonly ListedArtist[] {
	const wanted = fold(keyword);
	if (wanted === '') return list;
	const bare = withoutSigns(wanted);
	return list.filter(({ en_name, native_name, sub_title }) =>
		[en_name, native_name ?? '', sub_title ?? ''].some((name) => {
			const folded = fold(name);
			return folded.includes(wanted) || (bare !== '' && withoutSigns(folded).includes(bare));
		}),
	);
}

/** A phone writes another apostrophe than the name has (´ is folded to a mark on a space, ʼ is a letter), and fans leave out signs. */
const withoutSigns = (folded: string): string => folded.replaceAll(/ \p{M}|[\s\p{P}\p{S}\u02B9-\u02BF]/gu, '');
