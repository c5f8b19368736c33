/** A counted vote that the fan has not read about: if the page dies, the next one tells it, or the fan votes again. */
import { storedValue } from '#ui/stored.ts';
import type { CastVote } from './cast-vote.ts';
import type { VoteTarget } from './vote-target.ts';

export interface CountedVote {
	target: VoteTarget;
	cast: CastVote;
	/** Told to nobody else: another fan may have signed in while the vote was sent. */
	fan: string;
}

export const untoldVote = storedValue(
	'untold_vote',
	(found) => found as CountedVote,
	() => sessionStorage,
);
