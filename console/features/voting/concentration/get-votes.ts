/** Reads the sources of votes. */
import { queryOptions } from '@tanstack/react-query';
import { readConcentration } from '#contract/operator/voting/concentration.ts';
import { call } from '../../../lib/api/call.ts';

/** The counts are updated every minute. */
const ASK_AGAIN_MS = 60_000;

/** `artistId` null: votes for all artists. */
export const concentrationQuery = (rankingKey: string, artistId: number | null) =>
	queryOptions({
		queryKey: ['votes', rankingKey, artistId],
		queryFn: ({ signal }) =>
			call(
				readConcentration,
				{ params: { ranking_key: rankingKey }, query: { artist_id: artistId ?? undefined } },
				{ signal },
			),
		refetchInterval: ASK_AGAIN_MS,
	});
