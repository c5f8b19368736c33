/** The script of each page, under the page's name in contract/pages.ts. It is loaded once, whoever asks first. */
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { type PageName, pages } from '#contract/pages.ts';

export const pageScripts = {
	home: () => import('./pages/home.tsx'),
	leaderboard: () => import('./pages/leaderboard.tsx'),
	artist: () => import('./pages/artist.tsx'),
	login: () => import('./pages/login.tsx'),
	loginCallback: () => import('./pages/login-callback.tsx'),
	register: () => import('./pages/register.tsx'),
	store: () => import('./pages/store.tsx'),
	payment: () => import('./pages/payment.tsx'),
	paySuccess: () => import('./pages/pay-success.tsx'),
	news: () => import('./pages/news.tsx'),
	article: () => import('./pages/article.tsx'),
	account: () => import('./pages/account.tsx'),
	editProfile: () => import('./pages/edit-profile.tsx'),
	gemRecords: () => import('./pages/gem-records.tsx'),
	myVotes: () => import('./pages/my-votes.tsx'),
	myArtist: () => import('./pages/my-artist.tsx'),
	rewards: () => import('./pages/rewards.tsx'),
	view: () => import('./pages/view.tsx'),
	transparency: () => import('./pages/transparency.tsx'),
	terms: () => import('./pages/terms.tsx'),
	privacy: () => import('./pages/privacy.tsx'),
	notFound: () => import('./pages/not-found.tsx'),
} satisfies Record<PageName | 'notFound', () => Promise<{ default: ComponentType }>>;

export function pageScriptAt(pathname: string): (() => Promise<{ default: ComponentType }>) | undefined {
	const names = Object.keys(pages) as PageName[];
	const name = names.find((one) => matchPath(pages[one], pathname));
	return name && pageScripts[name];
}
