/**
 * Loads a page's script when a fan is about to open it: the pointer rests on a link, a finger touches it, or focus reaches
 * it. Not with Save-Data.
 */
import { pageScriptAt } from './page-scripts.ts';

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
