import type { QueryClient } from '@tanstack/react-query';
import { backClosesSheets } from '#ui/primitives/sheet-history.ts';
import { comingDialogs } from '#ui/primitives/dialog.tsx';
import { onTopLayer, openDialogs } from '#ui/primitives/toast.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { restFarParts, setUnseenAside } from './lib/far-parts.ts';
import { SERVICE_WORKER_META, SERVICE_WORKER_PATH, WORKER_CACHE_PREFIX } from '#contract/values/service-worker.ts';
import { pageScriptAt } from './page-scripts.ts';

/** The service worker stores all files of the site: it would take processor and network from the page's first seconds. */
const WORKER_AFTER_MS = 4_000;
const QUIET_WITHIN_MS = 10_000;

export async function begin(cache: QueryClient): Promise<void> {
	backClosesSheets();
	prefetchOnIntent();
	setTimeout(() => whenIdle(registerWorker, QUIET_WITHIN_MS), WORKER_AFTER_MS);
	restFarParts();
	onTopLayer((...left) => openDialogs.length + comingDialogs().length === 0 && setUnseenAside(left));
	// Only the console may frame the site.
	if (window.parent !== window) (await import('./preview.ts')).showDrafts(cache);
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

const INTENTS = ['pointerover', 'touchstart', 'focusin'] as const;

export function prefetchOnIntent(): void {
	if (savesData()) return;
	for (const intent of INTENTS) document.addEventListener(intent, prefetchTarget, { passive: true });
}

function prefetchTarget({ target }: Event): void {
	const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
	if (link) prefetch(link);
}

function prefetch({ href }: HTMLAnchorElement): void {
	const { origin, pathname } = new URL(href);
	if (origin !== window.location.origin) return;
	// If it fails, the page loads it again when it is opened.
	pageScriptAt(pathname)?.().catch(() => null);
}

function savesData(): boolean {
	const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
	return connection?.saveData === true;
}
