/**
 * Starts the app when what the server has rendered is on screen: its scripts would hold up fonts and pictures, and to run them
 * takes a cheap phone a good part of a second, in which nothing is painted. They wait in a template (server/pages/routes.ts).
 */

/** Scripts wait no longer for the first paint, which some browsers do not report, and for the page's main picture. */
const PAINT_MS_MAX = 1_000;

if (isSeen()) {
	setTimeout(start, PAINT_MS_MAX);
	new PerformanceObserver(afterPicture).observe({ type: 'paint', buffered: true });
} else start();

function afterPicture(): void {
	const picture = document.querySelector<HTMLImageElement>('#app img[fetchpriority=high]');
	if (!picture || picture.complete) return start();
	for (const end of ['load', 'error']) picture.addEventListener(end, () => requestAnimationFrame(start));
}

/** Nothing is held up where nobody looks, where the page is empty, or where the service worker has the scripts. */
function isSeen(): boolean {
	const hasContent = document.querySelector('#app')?.hasChildNodes() === true;
	return hasContent && document.visibilityState === 'visible' && !navigator.serviceWorker?.controller;
}

function start(): void {
	const scripts = document.querySelector<HTMLTemplateElement>('#scripts');
	if (scripts) document.head.append(scripts.content);
}
