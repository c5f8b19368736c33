/** Maps URLs to screens. Each screen is fetched when it is first opened. */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { pathOf, type Section } from './paths.ts';
import { NotFound, ScreenFailed } from './shell/screen-failed.tsx';
import { Shell } from './shell/shell.tsx';

type Load = () => Promise<{ default: ComponentType }>;

const pages: Record<Section, Load> = {
	dashboard: () => import('./pages/dashboard.tsx'),
	rankings: () => import('./pages/rankings.tsx'),
	artists: () => import('./pages/artists.tsx'),
	news: () => import('./pages/news.tsx'),
	banners: () => import('./pages/banners.tsx'),
	popUps: () => import('./pages/pop-ups.tsx'),
	newsCategories: () => import('./pages/news-categories.tsx'),
	views: () => import('./pages/views.tsx'),
	goods: () => import('./pages/goods.tsx'),
	checkIn: () => import('./pages/check-in.tsx'),
	entryCards: () => import('./pages/entry-cards.tsx'),
	votes: () => import('./pages/votes.tsx'),
	cases: () => import('./pages/cases.tsx'),
	voteLog: () => import('./pages/vote-log.tsx'),
	incidents: () => import('./pages/incidents.tsx'),
	fans: () => import('./pages/fans.tsx'),
	orders: () => import('./pages/orders.tsx'),
	approvals: () => import('./pages/approvals.tsx'),
	settings: () => import('./pages/settings.tsx'),
	operators: () => import('./pages/operators.tsx'),
	audit: () => import('./pages/audit-trail.tsx'),
	passkeys: () => import('./pages/passkeys.tsx'),
};

/** Sections of one screen. The others are lists: a second part of the address is the open item. */
const SINGLE = 'dashboard checkIn entryCards voteLog approvals settings operators audit passkeys'.split(' ');

export const screens: RouteObject[] = [
	{
		element: <Shell />,
		errorElement: <ScreenFailed />,
		// Nothing is shown while the first screen is loading. While a later screen loads, the previous one stays.
		hydrateFallbackElement: <></>,
		children: [
			...(Object.keys(pages) as Section[]).map((section) => ({
				path: `${pathOf(section)}${SINGLE.includes(section) ? '' : '/:id?'}`,
				lazy: async () => ({ Component: (await pages[section]()).default }),
			})),
			{ path: '*', element: <NotFound /> },
		],
	},
];
