import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { whenIdle } from '#ui/when-idle.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { keepMyLanguage } from '#contract/accounts.ts';
import { lazyPage } from '../lib/lazy-page.tsx';
import { useSite } from '../lib/site/get-site.ts';
import { useVisitedPaths } from '../lib/elements/back-link.tsx';
import { PageErrorBoundary, Splash } from './page-error.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useLeaderColor } from '../lib/favorites/own-hall.ts';
import { pageLanguage } from '../i18n.ts';
import { call } from '../lib/api/call.ts';
import { storedToken } from '../lib/api/token.ts';
import { useSession } from '../lib/session/session.tsx';
import './app-shell.css';

const SETTLED_WITHIN_MS = 5_000;
const PopUp = lazyPage(() => import('./pop-up.tsx'));

export function AppShell() {
	const { pathname } = useLocation();
	const hasPopUp = Boolean(useSite()?.pop_up);
	useLeaderColor();
	useVisitedPaths();
	useKeepLanguage();
	useSettledDevice();
	return (
		<>
			<a className="skip-link" href="#content">
				<Trans>Skip to content</Trans>
			</a>
			<div className="hall-glow" aria-hidden="true" />
			<Header />
			<main id="content" tabIndex={-1}>
				<PageErrorBoundary key={pathname}>
					<Suspense fallback={<Splash />}>
						<Outlet />
					</Suspense>
				</PageErrorBoundary>
			</main>
			<Footer />
			{hasPopUp && (
				<OptionalPart>
					<PopUp />
				</OptionalPart>
			)}
			<ScrollReset key={`${pathname} top`} />
		</>
	);
}

/** A link scrolls to the top of its page. On Back, the browser restores the scroll position by itself. */
function ScrollReset() {
	// Of the navigation that opened the page: when its address changes later, the fan stays where they are.
	const [type] = useState(useNavigationType());
	useEffect(() => {
		if (type !== NavigationType.Pop) window.scrollTo(0, 0);
	}, [type]);
	return null;
}

/** Tells the server in which language the fan uses the site, for notices. Once, unless it changes. */
function useKeepLanguage(): void {
	const { user, update } = useSession();
	const language = pageLanguage();
	const isKept = user === null || (user.language ?? SOURCE_LANGUAGE) === language;
	useEffect(() => {
		if (isKept) return;
		call(keepMyLanguage, { body: { language } })
			.then(() => update({ language }))
			.catch((error: unknown) => console.warn('The language was not kept:', error));
	}, [isKept, language, update]);
}

/** At each visit and each change of the fan: a browser that takes reminders takes those of the fan who is signed in. */
function useSettledDevice(): void {
	const { user } = useSession();
	const token = user && !user.is_new_user ? storedToken() : null;
	useEffect(() => {
		if (token === null || !('Notification' in window) || Notification.permission !== 'granted') return undefined;
		return whenIdle(() => {
			import('../lib/push-device.ts')
				.then(({ settleDevice }) => settleDevice())
				.catch((error: unknown) => console.warn('Reminders of this device were not compared:', error));
		}, SETTLED_WITHIN_MS);
	}, [token]);
}
