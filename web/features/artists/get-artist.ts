import { useQuery } from '@tanstack/react-query';
import { getArtist } from '#contract/artists.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { pageLanguage } from '../../i18n.ts';
import { call } from '../../lib/api/call.ts';

export function useArtist(artistId = '') {
	return useQuery({
		queryKey: cacheKeys.artist(artistId),
		queryFn: ({ signal }) =>
			call(getArtist, { params: { artist_id: artistId }, query: { lang: pageLanguage() } }, { signal }),
	});
}
