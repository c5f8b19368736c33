// Must stay first: it removes a token from the URL before anything else happens.
import './lib/session/arrival.ts';
import '#ui/index.ts';
import './base.css';
import './print.css';
import names from '#ui/fonts/text-names.woff2?url';
import { fetchPageScripts, runFramework } from './first-paint/fetch-scripts.ts';
import { warmFormats } from './first-paint/warm-formats.ts';

/** Most pages are there sooner. */
const STILL_MS = 1_000;
/** The first paint takes longer only where a browser does not report it. */
const PAINT_MS_MAX = 1_000;

// The service worker answers from the device: its files hold up nothing that is painted first.
const isStored = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
if (isStored) {
	prepare();
	void loadNames();
}
showWaiting();
void start();

async function start(): Promise<void> {
	await whenPainted();
	if (!isStored) prepare();
	await runFramework();
	await import('./start.tsx');
}

function prepare(): void {
	fetchPageScripts();
	warmFormats();
}

/** Lets the blocks that the server has drawn shine, so that a fan on a slow network sees that something is coming. */
function showWaiting(): void {
	setTimeout(() => document.querySelector('#first-paint')?.classList.add('is-waiting'), STILL_MS);
}

/**
 * Loads the font of artists' Korean names from the device, if it is there because the fan's device has needed it before. It is ready when the
 * names are drawn: else they would be drawn in another font at first, which the device would have to look for.
 */
async function loadNames(): Promise<void> {
	try {
		if (!(await caches.match(names, { ignoreVary: true }))) return;
		await document.fonts.load("500 1em 'Lightstick Names'", '\u{ac00}');
	} catch (error) {
		console.warn('The font of names is loaded when they are drawn:', error);
	}
}

/**
 * Resolves when what the server has drawn is on screen, and at once where there is nothing to see. Running the app takes
 * a cheap phone a good part of a second, in which nothing is painted.
 */
async function whenPainted(): Promise<void> {
	if (document.visibilityState === 'hidden' || !document.querySelector('#first-paint')) return;
	await new Promise<void>((resolve) => {
		setTimeout(resolve, PAINT_MS_MAX);
		const observer = new PerformanceObserver((list) => {
			if (list.getEntriesByName('first-contentful-paint').length === 0) return;
			observer.disconnect();
			resolve();
		});
		observer.observe({ type: 'paint', buffered: true });
	});
}
