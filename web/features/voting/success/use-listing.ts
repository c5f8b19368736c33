/** Follows a vote that was just cast: for about ten seconds until the public list holds it, and then to its witnesses. */
import { useEffect, useState } from 'react';
import { checkReceipt } from '../../../lib/votes/check-receipt.ts';
import { checkVote, type VoteCheck } from '../../../lib/votes/check-vote.ts';
import type { CastVote } from '../cast-vote.ts';

/** Pauses before each try, in milliseconds: most votes are listed within a second. */
const TRIES_AFTER = [700, 1_000, 1_500, 2_500, 3_500];
/** Witnesses are asked once a minute. */
const WITNESSES_AFTER = [20_000, 30_000, 30_000, 40_000];

/** `later`: not seen in time, or this browser cannot check it. My Votes says more. */
export type Listing =
	| { state: 'received' | 'later' | 'failed' }
	| { state: 'listed'; index: number; witnesses: number };

/** Null stops it: the dialog closed, or the fan votes again. The vote is the same object as long as it is followed. */
export function useListing(vote: CastVote | null): Listing {
	const [seen, setSeen] = useState<{ vote: CastVote; listing: Listing } | null>(null);
	useEffect(() => {
		if (vote === null) return undefined;
		const leaving = new AbortController();
		const watch = async () => {
			for await (const listing of follow(vote, leaving.signal)) {
				if (!leaving.signal.aborted) setSeen({ vote, listing });
			}
		};
		void watch();
		return () => leaving.abort();
	}, [vote]);
	return seen !== null && seen.vote === vote ? seen.listing : { state: 'received' };
}

async function* follow(vote: CastVote, signal: AbortSignal): AsyncGenerator<Listing> {
	// The device keeps the receipt with the ballot: it convicts a site that never lists the vote.
	if ((await checkReceipt(vote, vote.receipt, signal)) === false) return yield { state: 'failed' };
	const listed = await checkUntil(vote, TRIES_AFTER, signal, (check) => check.state === 'listed');
	if (listed?.state !== 'listed') return yield { state: listed?.state === 'failed' ? 'failed' : 'later' };
	yield told(listed);
	if (listed.witnesses.length > 0 || !listed.evidence?.witnesses) return undefined;
	const locked = await checkUntil(
		vote,
		WITNESSES_AFTER,
		signal,
		(check) => check.state === 'listed' && check.witnesses.length > 0,
	);
	if (locked?.state === 'listed') yield told(locked);
	if (locked?.state === 'failed') yield { state: 'failed' };
	return undefined;
}

const told = ({ index, witnesses }: Extract<VoteCheck, { state: 'listed' }>): Listing => ({
	state: 'listed',
	index,
	witnesses: witnesses.length,
});

/** Checks after each pause until `isDone` or a check fails. Returns that check, or null after the last. */
async function checkUntil(
	vote: CastVote,
	pauses: readonly number[],
	signal: AbortSignal,
	isDone: (check: VoteCheck) => boolean,
): Promise<VoteCheck | null> {
	for (const pause of pauses) {
		await new Promise((resume) => setTimeout(resume, pause));
		if (signal.aborted) return null;
		const check = await checkVote(vote, signal);
		if (check.state === 'failed' || isDone(check)) return check;
	}
	return null;
}
