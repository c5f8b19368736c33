/** Follows a vote that was just cast until the public list holds it, for about ten seconds. */
import { useEffect, useState } from 'react';
import { checkReceipt } from '../../lib/votes/check-receipt.ts';
import { checkVote } from '../../lib/votes/check-vote.ts';
import type { CastVote } from './cast-vote.ts';

/** Pauses before each try, in milliseconds: most votes are listed within a second. */
const TRIES_AFTER = [700, 1_000, 1_500, 2_500, 3_500];

/** `later`: not seen in time, or this browser cannot check it. My Votes says more. */
export type Listing = { state: 'received' | 'later' | 'failed' } | { state: 'listed'; index: number };

/** Null stops it: the dialog closed, or the fan votes again. The vote is the same object as long as it is followed. */
export function useListing(vote: CastVote | null): Listing {
	const [seen, setSeen] = useState<{ vote: CastVote; listing: Listing } | null>(null);
	useEffect(() => {
		if (vote === null) return undefined;
		const leaving = new AbortController();
		const watch = async () => {
			const listing = await follow(vote, leaving.signal);
			if (!leaving.signal.aborted) setSeen({ vote, listing });
		};
		void watch();
		return () => leaving.abort();
	}, [vote]);
	return seen !== null && seen.vote === vote ? seen.listing : { state: 'received' };
}

async function follow(vote: CastVote, signal: AbortSignal): Promise<Listing> {
	// The device keeps the receipt with the ballot: it convicts a site that never lists the vote.
	if ((await checkReceipt(vote, vote.receipt, signal)) === false) return { state: 'failed' };
	for (const pause of TRIES_AFTER) {
		await new Promise((resume) => setTimeout(resume, pause));
		if (signal.aborted) break;
		const check = await checkVote(vote, signal);
		if (check.state === 'listed') return { state: 'listed', index: check.index };
		if (check.state === 'failed') return { state: 'failed' };
	}
	return { state: 'later' };
}
