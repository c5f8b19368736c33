import { useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { OptionalPart } from '#ui/optional-part.tsx';
import { lazyPage } from '../lib/lazy-page.tsx';
import { useVisitedPaths } from '../lib/elements/back-link.tsx';
import { PageErrorBoundary, Splash } from './page-error.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useLeaderColor } from '../lib/favorites/own-hall.ts';
import './app-shell.css';

const Visit = lazyPage(() => import('./visit.tsx'));

export function AppShell() {
	const { t } = useLingui();
	const { pathname } = useLocation();
	useLeaderColor();
	useVisitedPaths();
	return (
		<>
			<a className="skip-link" href="#content">{t`Skip to content`}</a>
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
			<OptionalPart>
				<Visit />
			</OptionalPart>
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
