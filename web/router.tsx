import { Trans } from '@lingui/react/macro';
import { type ComponentType, createElement, type ReactElement, type ReactNode, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { type PageName, pages } from '#contract/pages.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { lazyPage } from './lib/lazy-page.tsx';
import { SignedInOnly } from './lib/session/session.tsx';
import { pageScripts } from './page-scripts.ts';
import { AppShell, Splash } from './shell/app-shell.tsx';

/** These draw the whole screen. */
const FRAMELESS: PageName[] = ['login', 'loginCallback'];
/** For visitors, and about nothing that the server could render. */
const BROWSER_ONLY: PageName[] = [...FRAMELESS, 'register', 'myArtist'];
/** For fans, with the title that stands there until the fan is known. */
const FANS_ONLY: Partial<Record<PageName, ReactNode>> = {
	store: <Trans>Store</Trans>,
	account: <Trans>My Account</Trans>,
	editProfile: <Trans>Edit Profile</Trans>,
	gemRecords: <Trans>Gem Records</Trans>,
	myVotes: <Trans>My Votes</Trans>,
	payment: <Trans>Payment method</Trans>,
	paySuccess: <Trans>Payment</Trans>,
};

const components = Object.fromEntries(
	Object.entries(pageScripts).map(([name, script]) => [name, lazyPage(script)]),
) as Record<keyof typeof pageScripts, ComponentType>;

const routeOf = (name: PageName): ReactElement => (
	<Route
		key={name}
		path={pages[name]}
		element={
			BROWSER_ONLY.includes(name) ? (
				<BrowserOnly>{createElement(components[name])}</BrowserOnly>
			) : (
				createElement(components[name])
			)
		}
	/>
);

const framed = (Object.keys(pages) as PageName[]).filter((name) => !FRAMELESS.includes(name) && !FANS_ONLY[name]);

function BrowserOnly({ children }: { children: ReactNode }) {
	return useHydrated() ? children : <Splash />;
}

export function Router() {
	return (
		<Suspense fallback={<Splash />}>
			<Routes>
				{FRAMELESS.map(routeOf)}
				<Route element={<AppShell />}>
					{framed.map(routeOf)}
					{(Object.keys(FANS_ONLY) as PageName[]).map((name) => (
						<Route key={name} element={<SignedInOnly waiting={<Splash title={FANS_ONLY[name]} />} />}>
							{routeOf(name)}
						</Route>
					))}
					<Route path="*" element={<components.notFound />} />
				</Route>
			</Routes>
		</Suspense>
	);
}
