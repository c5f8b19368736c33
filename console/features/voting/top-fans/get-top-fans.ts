/** Reads who gave most, and when new accounts signed up. */
import { queryOptions } from '@tanstack/react-query';
import { listTopFans, readVoteTimeline } from '#contract/operator/voting/concentration.ts';
import { call } from '../../../lib/api/call.ts';

/** The counts are updated every minute. Names of fans are read less often: each read of others is on record. */
const ASK_AGAIN_MS = 60_000;
const ASK_FANS_AGAIN_MS = 5 * ASK_AGAIN_MS;

const inputOf = (rankingKey: string, artistId: number | null) => ({
	params: { ranking_key: rankingKey },
	query: { artist_id: artistId ?? undefined },
});

/** `artistId` null: votes for all artists. */
export const topFansQuery = (rankingKey: string, artistId: number | null) =>
	queryOptions({
		queryKey: ['votes', 'top-fans', rankingKey, artistId],
		queryFn: ({ signal }) => call(listTopFans, inputOf(rankingKey, artistId), { signal }),
		refetchInterval: ASK_FANS_AGAIN_MS,
	});

export const timelineQuery = (rankingKey: string, artistId: number | null) =>
	queryOptions({
		queryKey: ['votes', 'timeline', rankingKey, artistId],
		queryFn: ({ signal }) => call(readVoteTimeline, inputOf(rankingKey, artistId), { signal }),
		refetchInterval: ASK_AGAIN_MS,
	});
