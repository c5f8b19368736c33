/** Reads one artist, with their rank in the current monthly ranking. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getArtist } from '#contract/artists.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { pageLanguage } from '../../i18n.ts';
import { call } from '../../lib/api/call.ts';

function artistQuery(artistId: string | undefined) {
	return queryOptions({
		queryKey: cacheKeys.artist(artistId ?? ''),
		queryFn: ({ signal }) =>
			call(getArtist, { params: { artist_id: artistId ?? '' }, query: { lang: pageLanguage() } }, { signal }),
	});
}

export function useArtist(artistId: string | undefined) {
	return useQuery(artistQuery(artistId));
}
