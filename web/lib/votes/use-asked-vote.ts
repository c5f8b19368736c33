/** `?vote=` opens the vote that a fan came back for, once. */
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { VOTE_QUERY } from '../../paths.ts';
import { useSession } from '../session/session.tsx';
import { forgetVoteIntent } from './vote-intent.ts';

/** `open` is called with the value as soon as `ready`, and the address loses it. */
export function useAskedVote(ready: boolean, open: (artistId: number) => void): void {
	const { user } = useSession();
	const [search, setSearch] = useSearchParams();
	const asked = search.get(VOTE_QUERY);
	const openVote = useEffectEvent(open);
	const admitted = user !== null && !user.is_new_user;
	useEffect(() => {
		if (asked === null || !ready || !admitted) return;
		const rest = new URLSearchParams(search);
		rest.delete(VOTE_QUERY);
		setSearch(rest, { replace: true, preventScrollReset: true });
		forgetVoteIntent();
		openVote(Number(asked));
	}, [asked, ready, admitted, search, setSearch]);
}
