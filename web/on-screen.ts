/** What a page does once it is on screen. */
import type { QueryClient } from '@tanstack/react-query';
import { backClosesSheets } from '#ui/primitives/sheet-history.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { registerWorker } from './lib/register-worker.ts';
import { prefetchOnIntent } from './prefetch.ts';

/** Time (ms) that the service worker, which stores all files of the site, waits for a quiet moment at most. */
const QUIET_WITHIN_MS = 10_000;

export async function begin(cache: QueryClient): Promise<void> {
	backClosesSheets();
	prefetchOnIntent();
	whenIdle(registerWorker, QUIET_WITHIN_MS);
	// Only the console may frame the site.
	if (window.parent !== window) (await import('./preview.ts')).showDrafts(cache);
}
