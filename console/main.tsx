/** Providers around the screens, from the outside in, and the screens by their addresses. Each is fetched when it is first opened. */
// First: the styles of screens stand above those of the shared parts.
import '#ui/index.ts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '#client/query-client.ts';
import { ToastProvider } from '#ui/primitives/toast.tsx';
import { InElement } from '#ui/text-parts.ts';
import { StepUp } from './lib/step-up/step-up.tsx';
import { BASE, nameOf, nouns, pathOf, sections } from './nouns.ts';
import { OperatorGate } from './pages/sign-in.tsx';
import { NotFound, ScreenFailed, Shell } from './shell/shell.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });

// uPlot formats by it while it loads, and Intl refuses what some systems name (`en-US@posix`).
try {
	Intl.getCanonicalLocales(navigator.language);
} catch {
	Object.defineProperty(navigator, 'language', { configurable: true, value: 'en' });
}

const pages = import.meta.glob<{ default: ComponentType }>(['./pages/*.tsx', '!./pages/sign-in.tsx']);

const screens: RouteObject[] = [
	{
		element: <Shell />,
		errorElement: <ScreenFailed />,
		// Nothing is shown while the first screen is loading. While a later screen loads, the previous one stays.
		hydrateFallbackElement: <></>,
		children: [
			...sections.map((section) => ({
				path: `${pathOf(section)}${nouns[section].single ? '' : '/:id?'}`,
				lazy: async () => ({ Component: (await pages[`./pages/${nameOf(section)}.tsx`]?.())?.default }),
			})),
			{ path: '*', element: <NotFound /> },
		],
	},
];

/** Longer than for fans, because operators read notices while they work. */
const TOAST_MS = 4_000;

/** Operators act on the current state, so a read is fresh only for a moment. */
const FRESH_MS = 2_000;

const queryClient = createQueryClient({ freshMs: FRESH_MS });
// Only a data router can block navigation while there are unsaved changes.
const router = createBrowserRouter(screens, { basename: BASE });

const App = () => (
	<I18nProvider i18n={i18n} defaultComponent={InElement}>
		<QueryClientProvider client={queryClient}>
			<ToastProvider milliseconds={TOAST_MS}>
				<OperatorGate>
					<StepUp>
						<RouterProvider router={router} />
					</StepUp>
				</OperatorGate>
			</ToastProvider>
		</QueryClientProvider>
	</I18nProvider>
);

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the console');

createRoot(place).render(<App />);
