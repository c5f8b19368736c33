/** The sources of votes: where they come from, who gave most, and when new accounts signed up. */
import { listTopFans, readConcentration, readVoteTimeline } from '#contract/operator/voting/concentration.ts';
import { readOf } from '../../../lib/api/queries.ts';

/** The counts are updated every minute. Names of fans are read less often: each read of others is on record. */
const ASK_AGAIN_MS = 60_000;
const ASK_FANS_AGAIN_MS = 5 * ASK_AGAIN_MS;

/** `artistId` null: votes for all artists. */
export function votesQueries(rankingKey: string, artistId: number | null) {
	const input = { params: { ranking_key: rankingKey }, query: { artist_id: artistId ?? undefined } };
	return {
		concentration: readOf(readConcentration, input, { refetchInterval: ASK_AGAIN_MS }),
		timeline: readOf(readVoteTimeline, input, { refetchInterval: ASK_AGAIN_MS }),
		topFans: readOf(listTopFans, input, { refetchInterval: ASK_FANS_AGAIN_MS }),
	};
}

/** Counting is about a minute behind in any case. */
export const BEHIND_SECONDS = 300;
/** Accounts are counted up to this number. */
export const ACCOUNTS_MAX = 1_000;
