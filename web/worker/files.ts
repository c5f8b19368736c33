/**
 * Built files. Nearly all names carry a hash of their content. A build is stored as a whole, and the build before it is kept:
 * a page that is still open may load its parts after the server has forgotten them.
 */
import { WORKER_CACHE_PREFIX } from '#contract/values/service-worker.ts';
import { buildId, builtFiles } from './build.ts';
import type { InstallEvent } from './scope.ts';

const PREFIX = `${WORKER_CACHE_PREFIX}files-`;
const BUILDS_KEPT = 2;
const ANY_ENCODING = { ignoreVary: true };

/** Stores the files of this build. Those that the page has loaded already come from the browser's own cache. */
export async function storeFiles(): Promise<void> {
	const cache = await caches.open(PREFIX + buildId);
	await cache.addAll([...builtFiles]);
}

/** The browser itself takes them from the store, where it can: to ask the worker for forty files takes a cheap phone long. */
export async function routeFiles(event: InstallEvent): Promise<void> {
	const condition = { or: builtFiles.map((urlPattern) => ({ urlPattern })) };
	const routes = event.addRoutes?.({ condition, source: { cacheName: PREFIX + buildId } });
	// Without routes the worker is asked, as in any other browser.
	await routes?.catch((error: unknown) => console.warn('Files are not routed past the worker:', error));
}

export function isBuiltFile({ pathname }: URL): boolean {
	return pathname.startsWith('/assets/') || builtFiles.includes(pathname);
}

export async function fileFor(request: Request): Promise<Response> {
	const own = await caches.open(PREFIX + buildId);
	const stored = (await own.match(request.url, ANY_ENCODING)) ?? (await caches.match(request.url, ANY_ENCODING));
	if (stored) return stored;
	const response = await fetch(request);
	if (response.status === 200) await own.put(request.url, response.clone());
	return response;
}

/** Removes the files of all builds but this one and the one before it. */
export async function removeOldFiles(): Promise<void> {
	// In the order in which they were created.
	const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + buildId);
	await Promise.all(builds.slice(0, 1 - BUILDS_KEPT).map((name) => caches.delete(name)));
}
