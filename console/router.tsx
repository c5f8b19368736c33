/** Maps URLs to screens. Each screen is fetched when it is first opened. */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { NotFound, ScreenFailed } from './shell/screen-failed.tsx';
import { Shell } from './shell/shell.tsx';

type Screen = Promise<{ default: ComponentType }>;

const screen = (path: string, load: () => Screen): RouteObject => ({
	path,
	lazy: async () => ({ Component: (await load()).default }),
});

export const screens: RouteObject[] = [
	{
		element: <Shell />,
		errorElement: <ScreenFailed />,
		// Nothing is shown while the first screen is loading. While a later screen loads, the previous one stays.
		hydrateFallbackElement: <></>,
		children: [
			{ index: true, lazy: async () => ({ Component: (await import('./pages/dashboard.tsx')).default }) },
			screen('rankings/:id?', () => import('./pages/rankings.tsx')),
			screen('artists/:id?', () => import('./pages/artists.tsx')),
			screen('news/:id?', () => import('./pages/news.tsx')),
			screen('banners/:id?', () => import('./pages/banners.tsx')),
			screen('pop-ups/:id?', () => import('./pages/pop-ups.tsx')),
			screen('news-categories/:id?', () => import('./pages/news-categories.tsx')),
			screen('views/:id?', () => import('./pages/views.tsx')),
			screen('goods/:id?', () => import('./pages/goods.tsx')),
			screen('check-in', () => import('./pages/check-in.tsx')),
			screen('entry-cards', () => import('./pages/entry-cards.tsx')),
			screen('votes/:id?', () => import('./pages/votes.tsx')),
			screen('cases/:id?', () => import('./pages/cases.tsx')),
			screen('vote-log', () => import('./pages/vote-log.tsx')),
			screen('incidents/:id?', () => import('./pages/incidents.tsx')),
			screen('fans/:id?', () => import('./pages/fans.tsx')),
			screen('orders/:id?', () => import('./pages/orders.tsx')),
			screen('approvals', () => import('./pages/approvals.tsx')),
			screen('settings', () => import('./pages/settings.tsx')),
			screen('operators', () => import('./pages/operators.tsx')),
			screen('audit', () => import('./pages/audit-trail.tsx')),
			screen('passkeys', () => import('./pages/passkeys.tsx')),
			{ path: '*', element: <NotFound /> },
		],
	},
];
