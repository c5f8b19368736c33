/** Which page answers which URL. The home page travels with the first bundle's requests, the others when opened. */
import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { pages } from '#contract/pages.ts';
import { lazyPage } from './lib/lazy-page.tsx';
import { SignedInOnly } from './lib/session/guard.tsx';
import { pageScripts } from './page-scripts.ts';
import { AppShell } from './shell/app-shell.tsx';
import { Splash } from './shell/splash.tsx';

const HomePage = lazyPage(pageScripts.home);
const LeaderboardPage = lazyPage(pageScripts.leaderboard);
const ArtistPage = lazyPage(pageScripts.artist);
const LoginPage = lazyPage(pageScripts.login);
const LoginCallbackPage = lazyPage(pageScripts.loginCallback);
const RegisterPage = lazyPage(pageScripts.register);
const StorePage = lazyPage(pageScripts.store);
const PaymentMethodPage = lazyPage(pageScripts.payment);
const PaySuccessPage = lazyPage(pageScripts.paySuccess);
const NewsPage = lazyPage(pageScripts.news);
const ArticlePage = lazyPage(pageScripts.article);
const MyAccountPage = lazyPage(pageScripts.account);
const EditProfilePage = lazyPage(pageScripts.editProfile);
const GemRecordsPage = lazyPage(pageScripts.gemRecords);
const MyVotesPage = lazyPage(pageScripts.myVotes);
const MyArtistPage = lazyPage(pageScripts.myArtist);
const RankRewardsPage = lazyPage(pageScripts.rewards);
const ViewPage = lazyPage(pageScripts.view);
const TransparencyPage = lazyPage(pageScripts.transparency);
const TermsPage = lazyPage(pageScripts.terms);
const PrivacyPage = lazyPage(pageScripts.privacy);
const NotFoundPage = lazyPage(pageScripts.notFound);

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
