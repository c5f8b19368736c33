/** What a page does once it is on screen. */
import type { QueryClient } from '@tanstack/react-query';
import { backClosesSheets } from '#ui/primitives/sheet-history.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { prefetchOnIntent } from './prefetch.ts';
import { SERVICE_WORKER_META, SERVICE_WORKER_PATH, WORKER_CACHE_PREFIX } from '#contract/values/service-worker.ts';

/** Time (ms) that the service worker, which stores all files of the site, waits for a quiet moment at most. */
const QUIET_WITHIN_MS = 10_000;

/** How long what is far below waits, and how much of it is laid out at once. */
const RESTED_AFTER_MS = 3_000;
const PARTS_AT_ONCE = 5;

export async function begin(cache: QueryClient): Promise<void> {
	backClosesSheets();
	prefetchOnIntent();
	whenIdle(registerWorker, QUIET_WITHIN_MS);
	setTimeout(showFar, RESTED_AFTER_MS);
	// Only the console may frame the site.
	if (window.parent !== window) (await import('./preview.ts')).showDrafts(cache);
}

/** All at once would take a cheap phone a fifth of a second. */
function showFar(): void {
	const parts = [...document.querySelectorAll('[data-far]')].slice(0, PARTS_AT_ONCE);
	for (const part of parts) part.removeAttribute('data-far');
	if (parts.length > 0) whenIdle(showFar, QUIET_WITHIN_MS);
	else document.documentElement.dataset['rested'] = '';
}

/** Registers the service worker, or removes it if operators have switched it off. */
export function registerWorker(): void {
	if (!('serviceWorker' in navigator)) return;
	// The development server's page names no worker and has none to remove.
	const isOn = document.querySelector(`meta[name="${SERVICE_WORKER_META}"]`) !== null;
	const change = isOn
		? navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' })
		: removeWorker();
	change.catch((error: unknown) => console.warn('The service worker could not be changed:', error));
}

async function removeWorker(): Promise<void> {
	const registrations = await navigator.serviceWorker.getRegistrations();
	if (registrations.length === 0) return;
	await Promise.all(registrations.map((registration) => registration.unregister()));
	const names = (await caches.keys()).filter((name) => name.startsWith(WORKER_CACHE_PREFIX));
	await Promise.all(names.map((name) => caches.delete(name)));
}
