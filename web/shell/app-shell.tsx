/** Frame of every page except the sign-in pages: glow, header, content, footer. */
import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { whenIdle } from '#ui/when-idle.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { lazyPage } from '../lib/lazy-page.tsx';
import { useKeepLanguage } from '../lib/session/keep-language.ts';
import { useSite } from '../lib/site/get-site.ts';
import { useTrail } from '../lib/trail.ts';
import { FirstPaintEnd } from './first-paint-end.tsx';
import { Header } from './header/header.tsx';
import { PageErrorBoundary } from './page-error.tsx';
import { Splash } from './splash.tsx';
import { useLeaderColor } from './use-leader-color.ts';
import '../first-paint/first-paint.css';
import './app-shell.css';

const FOOTER_WITHIN_MS = 1_000;
/** Never on the first screen, which comes first. */
const Footer = lazyPage(async () => {
	await new Promise<void>((resolve) => void whenIdle(resolve, FOOTER_WITHIN_MS));
	return import('./footer.tsx');
});
const PopUp = lazyPage(() => import('./pop-up/pop-up.tsx'));

export function AppShell() {
	const { pathname } = useLocation();
	const hasPopUp = Boolean(useSite()?.pop_up);
	useLeaderColor();
	useTrail();
	useKeepLanguage();
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
						<FirstPaintEnd />
					</Suspense>
				</PageErrorBoundary>
			</main>
			<OptionalPart>
				<Footer />
			</OptionalPart>
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
