/** Renders public pages on the server, as one file that the build makes. server/pages/rendering runs it in a thread. */
import '#ui/index.ts';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { Language } from '#contract/values/languages.ts';
import { takeRenderedHall } from '#ui/hall.ts';
import { App, createCache } from './app.tsx';
import { fillCache } from './first-screen.ts';
import { loadLanguages } from './i18n.ts';
import { loadPage } from './lib/lazy-page.tsx';
import { meQuery } from './lib/session/session.tsx';
import { pageScripts } from './page-scripts.ts';

/** @public server/pages/rendering/thread.ts calls it. */
export interface PageToRender {
	/** Path and query, with no parameter that the page does not know. */
	address: string;
	language: Language;
	firstScreen: Record<string, unknown>;
}

export interface RenderedPage {
	html: string;
	hall: string;
}

/** Loads all pages and languages. The function that it returns renders at once, so that two pages never share a language. */
export async function openRenderer(): Promise<(page: PageToRender) => RenderedPage> {
	const [speak] = await Promise.all([loadLanguages(), ...Object.values(pageScripts).map((script) => loadPage(script))]);
	return ({ address, language, firstScreen }) => {
		speak(language);
		const cache = createCache();
		fillCache(cache, firstScreen, Date.now(), performance.now());
		cache.setQueryData(meQuery.queryKey, null);
		const html = renderToString(
			<App cache={cache}>{(routes) => <StaticRouter location={address}>{routes}</StaticRouter>}</App>,
		);
		return { html, hall: takeRenderedHall() };
	};
}
