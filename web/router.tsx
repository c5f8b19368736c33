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
const PaymentMethodPage = lazyPage(() => import('./pages/payment.tsx'));
const PaySuccessPage = lazyPage(() => import('./pages/pay-success.tsx'));
const NewsPage = lazyPage(() => import('./pages/news.tsx'));
const ArticlePage = lazyPage(() => import('./pages/article.tsx'));
const MyAccountPage = lazyPage(() => import('./pages/account.tsx'));
const EditProfilePage = lazyPage(() => import('./pages/edit-profile.tsx'));
const GemRecordsPage = lazyPage(() => import('./pages/gem-records.tsx'));
const MyVotesPage = lazyPage(() => import('./pages/my-votes.tsx'));
const RankRewardsPage = lazyPage(() => import('./pages/rewards.tsx'));
const ViewPage = lazyPage(() => import('./pages/view.tsx'));
const TermsPage = lazyPage(() => import('./pages/terms.tsx'));
const PrivacyPage = lazyPage(() => import('./pages/privacy.tsx'));
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
					<Route path={routes.news} element={<NewsPage />} />
					<Route path={routes.article} element={<ArticlePage />} />
					<Route path={routes.terms} element={<TermsPage />} />
					<Route path={routes.privacy} element={<PrivacyPage />} />
					<Route path={routes.rewards} element={<RankRewardsPage />} />
					<Route path={routes.view} element={<ViewPage />} />
					<Route element={<SignedInOnly />}>
						<Route path={routes.store} element={<StorePage />} />
						<Route path={routes.account} element={<MyAccountPage />} />
						<Route path={routes.editProfile} element={<EditProfilePage />} />
						<Route path={routes.gemRecords} element={<GemRecordsPage />} />
						<Route path={routes.myVotes} element={<MyVotesPage />} />
						<Route path={routes.payment} element={<PaymentMethodPage />} />
						<Route path={routes.paySuccess} element={<PaySuccessPage />} />
					</Route>
					<Route path="*" element={<NotFoundPage />} />
				</Route>
			</Routes>
		</Suspense>
	);
}
