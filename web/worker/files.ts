/** A build is stored as a whole, and the one before is kept: an open page may load parts that the server has forgotten. */
import { WORKER_CACHE_PREFIX } from '#contract/values/service-worker.ts';
import type { InstallEvent } from './scope.ts';
import { fetchAndStore, tryRead, type WaitUntil } from './storage.ts';

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

export const isBuiltFile = ({ pathname }: URL): boolean =>
	pathname.startsWith('/assets/') || builtFiles.includes(pathname);

export async function fileFor(request: Request, waitUntil: WaitUntil): Promise<Response> {
	const stored = await tryRead(async () => {
		const own = await caches.open(PREFIX + buildId);
		return (await own.match(request.url, ANY_ENCODING)) ?? (await caches.match(request.url, ANY_ENCODING));
	});
	const store = async (copy: Response) => (await caches.open(PREFIX + buildId)).put(request.url, copy);
	return stored ?? fetchAndStore(request, waitUntil, store);
}

export async function removeOldFiles(): Promise<void> {
	// In the order in which they were created.
	const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + buildId);
	await Promise.all(builds.slice(0, 1 - BUILDS_KEPT).map((name) => caches.delete(name)));
}

declare const BUILD_ID: string;
declare const BUILT_FILES: readonly string[];

export const buildId = BUILD_ID;

/** Paths of scripts, styles and fonts that any page may need, without the catalogs of languages. */
const builtFiles = BUILT_FILES;

const NAME = `${WORKER_CACHE_PREFIX}pictures`;
const PICTURES_MAX = 200;

/** Uploaded pictures. Their addresses never change their content. */
export async function pictureFor(request: Request, waitUntil: WaitUntil): Promise<Response> {
	const stored = await tryRead(async () => (await caches.open(NAME)).match(request.url, { ignoreVary: true }));
	const store = async (copy: Response) => {
		const cache = await caches.open(NAME);
		await cache.put(request.url, copy);
		await trim(cache, PICTURES_MAX);
	};
	return stored ?? fetchAndStore(request, waitUntil, store);
}

/** Removes what was stored first. A full cache would make the browser drop all of them. */
export async function trim(cache: Cache, entriesMax: number): Promise<void> {
	const keys = await cache.keys();
	await Promise.all(
		keys.slice(0, Math.max(0, keys.length - entriesMax)).map((key) => cache.delete(key, { ignoreVary: true })),
	);
}
