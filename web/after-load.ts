/** What a page does once it is on screen. Nothing of it may compete with the first view. */
export function afterLoad(): void {
	if (document.readyState === 'complete') begin();
	else window.addEventListener('load', begin, { once: true });
}

function begin(): void {
	const parts = [
		import('./prefetch.ts').then(({ prefetchOnIntent }) => prefetchOnIntent()),
		import('./lib/worker/register.ts').then(({ registerWorkerLater }) => registerWorkerLater()),
	];
	for (const part of parts) part.catch((error: unknown) => console.warn('A part of the page did not load:', error));
}
