import { useLingui, Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { OptionalPart, Boundary, isOffline } from '#ui/optional-part.tsx';
import { lazyPage } from '../lib/lazy-page.tsx';
import { useVisitedPaths } from '../lib/elements/back-link.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useLeaderColor } from '../lib/favorites/own-hall.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { Logo } from '#ui/icons.tsx';
import { NeedsScript, TryAgain } from '../lib/elements/elements.tsx';
import './app-shell.css';

const Visit = lazyPage(() => import('./visit.tsx'));

export function AppShell() {
	const { t } = useLingui();
	const { pathname } = useLocation();
	useLeaderColor();
	useVisitedPaths();
	return (
		<>
			<a className="skip-link pill bold" href="#content">{t`Skip to content`}</a>
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

/** `outermost`: around the whole app. The error is then shown inside a landmark of its own. */
export function PageErrorBoundary({ outermost, children }: { outermost?: boolean; children: ReactNode }) {
	const instead = (error: unknown) => (outermost ? <main>{pageFailed(error)}</main> : pageFailed(error));
	return <Boundary instead={instead}>{children}</Boundary>;
}

/** Never blames the connection for a fault of ours. */
const pageFailed = (error: unknown) => (
	<div className="wrap">
		<Empty
			heading
			lit={false}
			title={<Trans>This page could not be shown</Trans>}
			action={<TryAgain onRetry={() => window.location.reload()} />}
		>
			{isOffline(error) ? (
				<Trans>Check your connection, then load the page again.</Trans>
			) : (
				<Trans>Something went wrong. Load the page again.</Trans>
			)}
		</Empty>
	</div>
);

export function Splash({ title }: { title?: ReactNode }) {
	return (
		<>
			{title && <h1 className="wrap page-title">{title}</h1>}
			<div className="splash middle" aria-hidden="true">
				<Logo />
			</div>
			<div className="wrap">
				<NeedsScript />
			</div>
		</>
	);
}
