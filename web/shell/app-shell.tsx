/** What stands around every page but the sign-in ones: glow, header, content, footer. */
import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { useHall } from '#ui/hall.ts';
import { useSite } from '../lib/site/get-site.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageErrorBoundary } from './page-error.tsx';
import { Splash } from './splash.tsx';
import './app-shell.css';

export function AppShell() {
	const { pathname } = useLocation();
	useLeaderColour();
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
			<ScrollReset key={`${pathname} top`} />
		</>
	);
}

/** The leader of the current monthly ranking paints the site, unless a page says otherwise. */
function useLeaderColour(): void {
	const site = useSite();
	const current = site?.rank_entry_configs.find((entry) => entry.rank_key === site.current_monthly_rank_key);
	useHall(site && (current?.top3[0]?.fan_color ?? null));
}

/** A link leads to the top of its page; Back leads to where one was, which the browser restores by itself. */
function ScrollReset() {
	const type = useNavigationType();
	useEffect(() => {
		if (type !== NavigationType.Pop) window.scrollTo(0, 0);
	}, [type]);
	return null;
}
