/**
 * Reads the sources of votes: where they come from, who gave most, and when new accounts signed up. `artistId` null: votes
 * for all artists.
 */
import { readConcentration, listTopFans, readVoteTimeline } from '#contract/operator/voting/concentration.ts';
import { call } from '../../../lib/api/call.ts';
import { readQuery } from '../../../lib/api/queries.ts';

/** The counts are updated every minute. Names of fans are read less often: each read of others is on record. */
const ASK_AGAIN_MS = 60_000;
const ASK_FANS_AGAIN_MS = 5 * ASK_AGAIN_MS;

const inputOf = (rankingKey: string, artistId: number | null) => ({
	params: { ranking_key: rankingKey },
	query: { artist_id: artistId ?? undefined },
});

export const concentrationQuery = (rankingKey: string, artistId: number | null) =>
	readQuery(
		['votes', rankingKey, artistId],
		(reading) => call(readConcentration, inputOf(rankingKey, artistId), reading),
		{ refetchInterval: ASK_AGAIN_MS },
	);

export const topFansQuery = (rankingKey: string, artistId: number | null) =>
	readQuery(
		['votes', 'top-fans', rankingKey, artistId],
		(reading) => call(listTopFans, inputOf(rankingKey, artistId), reading),
		{ refetchInterval: ASK_FANS_AGAIN_MS },
	);

export const timelineQuery = (rankingKey: string, artistId: number | null) =>
	readQuery(
		['votes', 'timeline', rankingKey, artistId],
		(reading) => call(readVoteTimeline, inputOf(rankingKey, artistId), reading),
		{ refetchInterval: ASK_AGAIN_MS },
	);

/** Counting is about a minute behind in any case. */
export const BEHIND_SECONDS = 300;
/** Accounts are counted up to this number. */
export const ACCOUNTS_MAX = 1_000;
