/**
 * The first formatter of a browser's process loads its tables of languages, which takes a cheap phone a tenth of a second.
 * A worker loads them while the scripts are on their way, and the page finds them loaded. Without the worker it is slower,
 * and nothing else.
 */
export function warmFormats(): Worker {
	const { lang } = document.documentElement;
	// A module in development only: the build makes one classic script of it.
	return new Worker(new URL('./formats-worker.ts', import.meta.url), { type: 'module', name: lang });
}
