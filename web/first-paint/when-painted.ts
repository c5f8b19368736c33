/** The first paint takes longer only where a browser does not report it. */
const PAINT_MS_MAX = 1_000;

/**
 * Resolves when what the server has drawn is on screen, and at once where there is nothing to see. Running the app takes
 * a cheap phone a good part of a second, in which nothing is painted.
 */
export async function whenPainted(): Promise<void> {
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
