/** Renders the app. Loaded by main.tsx once what the HTML holds is on screen. */
import { followSystemTheme } from '#ui/theme.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadLanguage } from './i18n.ts';
import { inTime, loadPage } from './lib/lazy-page.tsx';
import { pageScriptAt } from './page-scripts.ts';

const FIRST_PAGE_MS = 3_000;

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the app');

followSystemTheme();
const root = createRoot(place);
void render();
afterLoad();

async function render(): Promise<void> {
	await Promise.all([loadLanguage(), loadFirstPage()]);
	// A transition is rendered in small pieces, between which a tap is answered.
	startTransition(() => root.render(<App />));
}

/**
 * What the HTML holds stands in its place meanwhile, but the frame of all pages does not wait for long. The script has been
 * asked for already (web/first-paint/fetch-scripts.ts).
 */
async function loadFirstPage(): Promise<void> {
	const load = pageScriptAt(window.location.pathname);
	if (!load || !document.querySelector('#first-paint')) return;
	// If it fails, the page loads it again, and shows what went wrong.
	await inTime(loadPage(load), FIRST_PAGE_MS).catch(() => null);
}

/** What a page does once it is on screen. Nothing of it may compete with the first view. */
function afterLoad(): void {
	if (document.readyState === 'complete') begin();
	else window.addEventListener('load', begin, { once: true });
}

function begin(): void {
	const parts = [
		import('./prefetch.ts').then(({ prefetchOnIntent }) => prefetchOnIntent()),
		import('./lib/register-worker.ts').then(({ registerWorkerLater }) => registerWorkerLater()),
	];
	for (const part of parts) part.catch((error: unknown) => console.warn('A part of the page did not load:', error));
}
