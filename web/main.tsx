/** Takes over the page that the server has rendered, or renders it where the server sent an empty one. */
// Must stay first: it removes a token from the URL before anything else happens.
import './lib/session/arrival.ts';
import '#ui/index.ts';
import './base.css';
import './print.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { isZoneKnown } from '#contract/values/zones.ts';
import { App, createCache } from './app.tsx';
import { readFirstScreen } from './first-screen.ts';
import { loadLanguage } from './i18n.ts';
import { inTime, loadPage } from './lib/lazy-page.tsx';
import { storedToken } from './lib/api/call.ts';
import { siteQuery } from './lib/site/get-site.ts';
import { meQuery } from './lib/session/session.tsx';
import { pageScriptAt } from './page-scripts.ts';

const FIRST_PAGE_MS = 3_000;
let begun: Promise<void> | undefined;

const place = document.querySelector<HTMLElement>('#app');
if (!place) throw new Error('The page has no place for the app');
const cache = createCache();
readFirstScreen(cache);
void start(place);
afterLoad();

/** Every part of the first rendering is there before it begins: it must be the one that the server has made. */
async function start(root: HTMLElement): Promise<void> {
	await Promise.all([loadLanguage(), loadFirstPage(), loadFan()]);
	const isSame = canTakeOver(root);
	// The first format of a time is slow, and so is the script of a page: React begins in a task of its own, where browsers can.
	const { scheduler }: { scheduler?: Partial<Scheduler> } = window;
	await scheduler?.yield?.();
	const app = (
		<App cache={cache} onShown={() => takeOver(root)}>
			{(routes) => <BrowserRouter>{routes}</BrowserRouter>}
		</App>
	);
	// A transition is rendered in small pieces, between which a tap is answered.
	startTransition(() => {
		window.dispatchEvent(new Event('taking-over'));
		if (isSame) hydrateRoot(root, app, { onRecoverableError: tellMismatch });
		else createRoot(root).render(app);
	});
}

/** A browser whose list of zones is older than the site's shows times in UTC, which are other words on every page. */
function canTakeOver(root: HTMLElement): boolean {
	// A preview's data change before React would have taken over.
	const isFramed = window.parent !== window;
	return !isFramed && root.hasChildNodes() && isZoneKnown(cache.getQueryData(siteQuery.queryKey)?.timezone ?? 'UTC');
}

/** The frame does not wait longer. If the script fails, the page loads it again, and shows what went wrong. */
async function loadFirstPage(): Promise<void> {
	const load = pageScriptAt(window.location.pathname);
	if (load) await inTime(loadPage(load), FIRST_PAGE_MS).catch(() => null);
}

/** The specification's start: the fan is known before the app is used. A failure leaves the visitor anonymous. */
async function loadFan(): Promise<void> {
	if (storedToken() !== null) await cache.prefetchQuery(meQuery);
}

/** React has rendered the page again, because something had changed it: an extension, or a translation. */
function tellMismatch(error: unknown): void {
	console.error('The page was rendered again:', error);
}

/** Does what the visitor has pressed meanwhile: web/public/theme.js keeps it. */
function takeOver(root: HTMLElement): void {
	root.dataset['ready'] = '';
	// In a task of its own: React takes over the part that is pressed, which it cannot while it commits.
	setTimeout(() => window.dispatchEvent(new Event('ready')));
}

/** Nothing that a page does once it is on screen may compete with the first view. What a press opens, Back closes: it comes then. */
function afterLoad(): void {
	if (document.readyState === 'complete') return begin();
	for (const type of ['load', 'click']) window.addEventListener(type, begin, { capture: true, once: true });
	return undefined;
}

function begin(): void {
	begun ??= import('./on-screen.ts')
		.then(({ begin: beginWith }) => beginWith(cache))
		.catch((error: unknown) => console.warn('A part of the page did not load:', error));
}
