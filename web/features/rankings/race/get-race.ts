/** Reads the race of a chart: its leaders by the hour, or one artist. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRace } from '#contract/race.ts';
import { call } from '../../../lib/api/call.ts';

function raceQuery(rankingKey: string, artistId?: number) {
	return queryOptions({
		queryKey: ['race', rankingKey, artistId ?? null],
		queryFn: ({ signal }) => call(getRace, { query: { ranking_key: rankingKey, artist_id: artistId } }, { signal }),
		staleTime: 5 * 60_000,
	});
}

/** Fetches nothing until it is first `wanted`. */
export function useRace(rankingKey: string, { artistId, wanted = true }: { artistId?: number; wanted?: boolean } = {}) {
	return useQuery({ ...raceQuery(rankingKey, artistId), enabled: wanted });
}
