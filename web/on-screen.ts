/** What a page does once it is on screen. */
import { backClosesSheets } from '#ui/primitives/sheet-history.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { registerWorker } from './lib/register-worker.ts';
import { prefetchOnIntent } from './prefetch.ts';

/** Time (ms) that the service worker, which stores all files of the site, waits for a quiet moment at most. */
const QUIET_WITHIN_MS = 10_000;

/** How long what is far below waits, and how much of it is laid out at once. */
const RESTED_AFTER_MS = 3_000;
const PARTS_AT_ONCE = 5;

backClosesSheets();
prefetchOnIntent();
whenIdle(registerWorker, QUIET_WITHIN_MS);
setTimeout(showFar, RESTED_AFTER_MS);

/** All at once would take a cheap phone a fifth of a second. */
function showFar(): void {
	const parts = [...document.querySelectorAll('[data-far]')].slice(0, PARTS_AT_ONCE);
	for (const part of parts) part.removeAttribute('data-far');
	if (parts.length > 0) whenIdle(showFar, QUIET_WITHIN_MS);
	else document.documentElement.dataset['rested'] = '';
}
