/** Exchanges the token of a fan who returns from a provider for a session, once, and shows the result. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '#ui/icons.tsx';
import { buttonClass, Spinner } from '#ui/primitives/button.tsx';
import { type User, ARRIVAL_HEADER } from '#contract/accounts.ts';
import { paths, type WayBack } from '../../paths.ts';
import { hasArrivedToken, takeArrivedToken } from '../../lib/session/arrival.ts';
import { useQueryClient } from '@tanstack/react-query';
import { storedToken, storeToken } from '../../lib/api/call.ts';
import { endOnServer, meQuery, readUser } from '../../lib/session/session.tsx';
import './sign-in.css';

/** `from` is passed on to another attempt, which may begin in so many seconds. */
export function ArrivalNotice({ arrival, from, seconds }: { arrival: Arrival; from: string; seconds: number }) {
	const { t } = useLingui();
	if (arrival === 'processing' || arrival === 'redirecting')
		return <OnTheWay redirecting={arrival === 'redirecting'} />;
	const state: WayBack = { from, again: arrival === 'expired' };
	return (
		<div className="arrival-notice stack gap-3" role="alert">
			<Icon name="warning" className="arrival-notice-icon bad" />
			<h1>{arrival === 'no-token' ? <Trans>Invalid token</Trans> : <Trans>Authentication Failed</Trans>}</h1>
			<p className="muted">
				{arrival === 'no-token'
					? t`This login has already been used or was cut short. Please log in again.`
					: t`Failed to authenticate`}
			</p>
			{arrival === 'refused' && (
				<p className="muted">
					<Trans>Too many requests. Please wait a moment</Trans>
					<br />
					<Plural value={seconds} one="Try again in # second." other="Try again in # seconds." />
				</p>
			)}
			{arrival === 'expired' && (
				<p className="muted">
					<Trans>
						A login has to be finished in the browser that began it, within a few minutes. If you are inside another
						app, open this page in your browser.
					</Trans>
				</p>
			)}
			<Link className={buttonClass({ large: true }, 'mt-4')} to={paths.login} state={state} replace>
				<Trans>Try again</Trans>
			</Link>
		</div>
	);
}

function OnTheWay({ redirecting }: { redirecting: boolean }) {
	const { t } = useLingui();
	return (
		<div className="arrival-notice stack gap-3" aria-live="polite">
			<Spinner />
			<h1>{t`Processing Login...`}</h1>
			<p className="muted">
				{redirecting ? <Trans>redirecting...</Trans> : <Trans>One moment, we are finding your seat.</Trans>}
			</p>
		</div>
	);
}

type Arrival = 'processing' | 'redirecting' | 'no-token' | 'failed' | 'expired' | 'refused';

export function useArrival(refusal: string | null, onSignedIn: (user: User) => void): Arrival {
	const takeUp = useTakeUp();
	const [arrival, setArrival] = useState<Arrival>(() => firstState(hasArrivedToken(), refusal));
	const exchange = useEffectEvent(takeUp);
	const goOn = useEffectEvent(onSignedIn);
	useEffect(() => {
		const token = takeArrivedToken();
		if (token === null) return;
		exchange(token)
			.then((user) => {
				if (user === null) return setArrival('failed');
				setArrival('redirecting');
				return goOn(user);
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
	if (refusal === 'too_many_requests') return 'refused';
	return refusal === 'sign_in_expired' ? 'expired' : 'failed';
}

/** If the server refuses the token, it returns null, and the present session stays. Rejects with a `Problem`. */
function useTakeUp(): (token: string) => Promise<User | null> {
	const client = useQueryClient();
	return async (token) => {
		const before = storedToken();
		const user = await readUser(token, { headers: { [ARRIVAL_HEADER]: '1' } });
		if (!user) return null;
		storeToken(token);
		// A read that is under way would bring back the earlier fan.
		await client.cancelQueries({ queryKey: meQuery.queryKey, exact: true });
		client.setQueryData(meQuery.queryKey, user);
		// Update the pages a moment later. During a navigation, React would empty the page that the fan still sees, instead
		// of keeping it until the next one is ready.
		await new Promise((resume) => setTimeout(resume));
		if (before !== null && before !== token) endOnServer(before);
		return user;
	};
}
