/** Which page answers which URL. The home page travels with the first bundle's requests, the others when opened. */
import { type ComponentType, createElement, type ReactElement, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { type PageName, pages } from '#contract/pages.ts';
import { lazyPage } from './lib/lazy-page.tsx';
import { SignedInOnly } from './lib/session/guard.tsx';
import { pageScripts } from './page-scripts.ts';
import { AppShell } from './shell/app-shell.tsx';
import { Splash } from './shell/splash.tsx';

/** These draw the whole screen. */
const FRAMELESS: PageName[] = ['login', 'loginCallback'];
const FANS_ONLY: PageName[] = ['store', 'account', 'editProfile', 'gemRecords', 'myVotes', 'payment', 'paySuccess'];

const components = Object.fromEntries(
	Object.entries(pageScripts).map(([name, script]) => [name, lazyPage(script)]),
) as Record<keyof typeof pageScripts, ComponentType>;

const routeOf = (name: PageName): ReactElement => (
	<Route key={name} path={pages[name]} element={createElement(components[name])} />
);

const framed = (Object.keys(pages) as PageName[]).filter((name) => ![...FRAMELESS, ...FANS_ONLY].includes(name));

export function Router() {
	return (
		<Suspense fallback={<Splash />}>
			<Routes>
				{FRAMELESS.map(routeOf)}
				<Route element={<AppShell />}>
					{framed.map(routeOf)}
					<Route element={<SignedInOnly />}>{FANS_ONLY.map(routeOf)}</Route>
					<Route path="*" element={<components.notFound />} />
				</Route>
			</Routes>
		</Suspense>
	);
}
