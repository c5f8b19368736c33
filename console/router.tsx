/** Maps URLs to screens. Each screen is fetched when it is first opened. */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { nouns, sections } from './nouns.ts';
import { nameOf, pathOf } from './paths.ts';
import { NotFound, ScreenFailed } from './shell/screen-failed.tsx';
import { Shell } from './shell/shell.tsx';

const pages = import.meta.glob<{ default: ComponentType }>(['./pages/*.tsx', '!./pages/sign-in.tsx']);

export const screens: RouteObject[] = [
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
