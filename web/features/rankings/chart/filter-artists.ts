import type { ListedArtist } from '#contract/rankings.ts';
import { searched } from '#contract/values/text.ts';

/** Search: a part of the English or the native name, or of a song's performer, in any case, and with any signs or none. Pure. */
export function filterArtists(list: readonly ListedArtist[], keyword: string): readonly ListedArtist[] {
	const wanted = searched(keyword);
	if (wanted === '') return list;
	const bare = withoutSigns(wanted);
	return list.filter(({ en_name, native_name, sub_title }) =>
		[en_name, native_name ?? '', sub_title ?? ''].some((name) => {
			const form = searched(name);
			return form.includes(wanted) || (bare !== '' && withoutSigns(form).includes(bare));
		}),
	);
}

/** A phone writes another apostrophe than the name has, and fans leave out dots, hyphens and brackets. */
const withoutSigns = (form: string): string => form.replaceAll(/[\s\p{P}\p{S}]/gu, '');
