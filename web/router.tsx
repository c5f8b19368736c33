/** Which page answers which URL. The home page travels with the first bundle's requests, the others when opened. */
import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { lazyPage } from './lib/lazy-page.tsx';
import { SignedInOnly } from './lib/session/guard.tsx';
import { routes } from './paths.ts';
import { AppShell } from './shell/app-shell.tsx';
import { Splash } from './shell/splash.tsx';

const HomePage = lazyPage(() => import('./pages/home.tsx'));
const LeaderboardPage = lazyPage(() => import('./pages/leaderboard.tsx'));
const ArtistPage = lazyPage(() => import('./pages/artist.tsx'));
const LoginPage = lazyPage(() => import('./pages/login.tsx'));
const LoginCallbackPage = lazyPage(() => import('./pages/login-callback.tsx'));
const RegisterPage = lazyPage(() => import('./pages/register.tsx'));
const StorePage = lazyPage(() => import('./pages/store.tsx'));
const SoonPage = lazyPage(() => import('./pages/soon.tsx'));
const TermsPage = lazyPage(() => import('./pages/terms-of-service.tsx'));
const PrivacyPage = lazyPage(() => import('./pages/privacy-policy.tsx'));
const NotFoundPage = lazyPage(() => import('./pages/not-found.tsx'));

export function Router() {
	return (
		<Suspense fallback={<Splash />}>
			<Routes>
				<Route path={routes.login} element={<LoginPage />} />
				<Route path={routes.loginCallback} element={<LoginCallbackPage />} />
				<Route element={<AppShell />}>
					<Route path={routes.home} element={<HomePage />} />
					<Route path={routes.leaderboard} element={<LeaderboardPage />} />
					<Route path={routes.artist} element={<ArtistPage />} />
					<Route path={routes.register} element={<RegisterPage />} />
					<Route path={routes.news} element={<SoonPage />} />
					<Route path={routes.terms} element={<TermsPage />} />
					<Route path={routes.privacy} element={<PrivacyPage />} />
					<Route element={<SignedInOnly />}>
						<Route path={routes.store} element={<StorePage />} />
						<Route path={routes.account} element={<SoonPage />} />
						<Route path={routes.editProfile} element={<SoonPage />} />
						<Route path={routes.gemRecords} element={<SoonPage />} />
						<Route path={routes.payment} element={<SoonPage />} />
						<Route path={routes.paySuccess} element={<SoonPage />} />
					</Route>
					<Route path="*" element={<NotFoundPage />} />
				</Route>
			</Routes>
		</Suspense>
	);
}
