/** Shows the result of the sign-in to a fan who returns from a provider. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Icon } from '#ui/icons.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Spinner } from '#ui/primitives/spinner.tsx';
import { paths, type WayBack } from '../../paths.ts';
import type { Arrival } from './use-arrival.ts';
import './arrival-notice.css';

/** `from` is passed on to another attempt. */
export function ArrivalNotice({ arrival, from }: { arrival: Arrival; from: string }) {
	if (arrival === 'processing' || arrival === 'redirecting')
		return <OnTheWay redirecting={arrival === 'redirecting'} />;
	const state: WayBack = { from };
	return (
		<div className="arrival-notice" role="alert">
			<Icon name="warning" className="arrival-notice-icon" />
			<h1>{arrival === 'no-token' ? <Trans>Invalid token</Trans> : <Trans>Authentication Failed</Trans>}</h1>
			<p>
				{arrival === 'no-token' ? (
					<Trans>This login has already been used or was cut short. Please log in again.</Trans>
				) : (
					<Trans>Failed to authenticate</Trans>
				)}
			</p>
			{arrival === 'expired' && (
				<p>
					<Trans>
						A login has to be finished in the browser that began it, within a few minutes. If you are inside another
						app, open this page in your browser.
					</Trans>
				</p>
			)}
			<Link className={buttonClass({ large: true })} to={paths.login} state={state} replace>
				<Trans>Try again</Trans>
			</Link>
		</div>
	);
}

function OnTheWay({ redirecting }: { redirecting: boolean }) {
	return (
		<div className="arrival-notice" aria-live="polite">
			<Spinner />
			<h1>
				<Trans>Processing Login...</Trans>
			</h1>
			<p>{redirecting ? <Trans>redirecting...</Trans> : <Trans>One moment, we are finding your seat.</Trans>}</p>
		</div>
	);
}
