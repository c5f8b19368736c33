/** Exchanges the token for a session, once. */
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { hasArrivedToken, takeArrivedToken } from '../../lib/session/arrival.ts';
import { useSession } from '../../lib/session/session.tsx';

export type Arrival = 'processing' | 'redirecting' | 'no-token' | 'failed' | 'expired';

/** `refusal` is the slug that the server sent instead of a token. */
export function useArrival(refusal: string | null, onSignedIn: (user: User) => void): Arrival {
	const { signIn } = useSession();
	const [arrival, setArrival] = useState<Arrival>(() => firstState(hasArrivedToken(), refusal));
	const latest = useRef({ signIn, onSignedIn });
	useEffect(() => {
		latest.current = { signIn, onSignedIn };
	}, [signIn, onSignedIn]);
	useEffect(() => {
		const token = takeArrivedToken();
		if (token === null) return;
		latest.current
			.signIn(token)
			.then((user) => {
				if (user === null) return setArrival('failed');
				setArrival('redirecting');
				return latest.current.onSignedIn(user);
			})
			.catch((error: unknown) => {
				console.warn('The login could not be completed:', error);
				setArrival('failed');
			});
	}, []);
	return arrival;
}

function firstState(hasToken: boolean, refusal: string | null): Arrival {
	if (hasToken) return 'processing';
	if (refusal === null) return 'no-token';
	return refusal === 'sign_in_expired' ? 'expired' : 'failed';
}
