/** Which page answers which URL. The home page travels with the first bundle's requests, the others when opened. */
import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { pages } from '#contract/pages.ts';
import { lazyPage } from './lib/lazy-page.tsx';
import { SignedInOnly } from './lib/session/guard.tsx';
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
const MyArtistPage = lazyPage(() => import('./pages/my-artist.tsx'));
const RankRewardsPage = lazyPage(() => import('./pages/rewards.tsx'));
const ViewPage = lazyPage(() => import('./pages/view.tsx'));
const TransparencyPage = lazyPage(() => import('./pages/transparency.tsx'));
const TermsPage = lazyPage(() => import('./pages/terms.tsx'));
const PrivacyPage = lazyPage(() => import('./pages/privacy.tsx'));
const NotFoundPage = lazyPage(() => import('./pages/not-found.tsx'));

export function Router() {
	return (
		<Suspense fallback={<Splash />}>
			<Routes>
				<Route path={pages.login} element={<LoginPage />} />
				<Route path={pages.loginCallback} element={<LoginCallbackPage />} />
				<Route element={<AppShell />}>
					<Route path={pages.home} element={<HomePage />} />
					<Route path={pages.leaderboard} element={<LeaderboardPage />} />
					<Route path={pages.artist} element={<ArtistPage />} />
					<Route path={pages.register} element={<RegisterPage />} />
					<Route path={pages.news} element={<NewsPage />} />
					<Route path={pages.article} element={<ArticlePage />} />
					<Route path={pages.myArtist} element={<MyArtistPage />} />
					<Route path={pages.transparency} element={<TransparencyPage />} />
					<Route path={pages.terms} element={<TermsPage />} />
					<Route path={pages.privacy} element={<PrivacyPage />} />
					<Route path={pages.rewards} element={<RankRewardsPage />} />
					<Route path={pages.view} element={<ViewPage />} />
					<Route element={<SignedInOnly />}>
						<Route path={pages.store} element={<StorePage />} />
						<Route path={pages.account} element={<MyAccountPage />} />
						<Route path={pages.editProfile} element={<EditProfilePage />} />
						<Route path={pages.gemRecords} element={<GemRecordsPage />} />
						<Route path={pages.myVotes} element={<MyVotesPage />} />
						<Route path={pages.payment} element={<PaymentMethodPage />} />
						<Route path={pages.paySuccess} element={<PaySuccessPage />} />
					</Route>
					<Route path="*" element={<NotFoundPage />} />
				</Route>
			</Routes>
		</Suspense>
	);
}
