/** `?vote=` opens the vote that a fan came back for, once, with the number of votes in `?votes=`. */
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { VOTE_QUERY, VOTES_QUERY } from '../../paths.ts';
import { useFan } from '../session/session.tsx';
import { forgetVoteIntent } from './vote-intent.ts';

/** `open` is called with the artist and with what the fan had typed as soon as `ready`, and the address loses both. */
export function useAskedVote(ready: boolean, open: (artistId: number, typed: string) => void): void {
	const [search, setSearch] = useSearchParams();
	const asked = search.get(VOTE_QUERY);
	const openVote = useEffectEvent(open);
	const admitted = useFan() !== null;
	useEffect(() => {
		if (asked === null || !ready || !admitted) return;
		const rest = new URLSearchParams(search);
		const votes = rest.get(VOTES_QUERY) ?? '';
		rest.delete(VOTE_QUERY);
		rest.delete(VOTES_QUERY);
		setSearch(rest, { replace: true, preventScrollReset: true });
		forgetVoteIntent();
		openVote(Number(asked), votes);
	}, [asked, ready, admitted, search, setSearch]);
}
