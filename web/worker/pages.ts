/**
 * Public pages as the server sent them last. They hold no fan's data: the fan is read by calls, which the worker never
 * answers. A stored page is shown at once and replaced for the next visit; it says when it was stored, so that the app
 * reads its numbers again, and shows their time when that fails.
 */
import { FIRST_SCREEN_ELEMENT_ID } from '#contract/values/first-screen.ts';
import { STORED_AT_ATTRIBUTE, STORED_PAGES_PREFIX } from '#contract/values/service-worker.ts';
import { buildId, trim } from './files.ts';
import { fetchAndStore, tryRead, type WaitUntil } from './storage.ts';

/** Of this build: a page of another one asks for other files. */
const NAME = STORED_PAGES_PREFIX + buildId;
const PAGES_MAX = 30;
/** An older page is shown only if the network does not answer. */
const AGE_MAX_MS = 24 * 3_600_000;
const STORED_AT = 'x-stored-at';
const LANGUAGE = 'x-stored-language';
/** Where an installed app and most visits begin. */
const STARTS = ['/', '/leader-board'];

const PUBLIC = /^\/(?:leader-board|news(?:\/\d+)?|artist\/\d+)?$/;

/** Log-in, payment and account pages are left to the browser. */
export const isStoredPage = ({ pathname }: URL): boolean => PUBLIC.test(pathname);

/** A fan who loads the page again wants it from the server: it is shown from here only if that fails. */
export async function pageFor(request: Request, waitUntil: WaitUntil): Promise<Response> {
	const stored = await tryRead(async () => readStored(await caches.open(NAME), request));
	const fresh = fetchAndStore(request, waitUntil, (copy) => storePage(request.url, copy), isStorable);
	if (!stored) return fresh;
	waitUntil(fresh.catch(() => null));
	const isReload = request.cache !== 'default';
	if (!isReload && stored.age >= 0 && stored.age < AGE_MAX_MS) return stored.page;
	return fresh.catch(() => stored.page);
}

/** Its text is read too, before anything is promised: a damaged copy is no copy. */
async function readStored(cache: Cache, request: Request): Promise<{ age: number; page: Response } | null> {
	const stored = await cache.match(request.url, { ignoreVary: true });
	return stored ? { age: Date.now() - Number(stored.headers.get(STORED_AT)), page: await marked(stored) } : null;
}

export async function storeStarts(): Promise<void> {
	await Promise.all(
		STARTS.map(async (path) => {
			const response = await fetch(new Request(path, { cache: 'no-cache' }));
			if (isStorable(response)) await storePage(new URL(path, response.url).href, response);
		}),
	);
}

export async function removeOldPages(): Promise<void> {
	const names = (await caches.keys()).filter((name) => name.startsWith(STORED_PAGES_PREFIX) && name !== NAME);
	await Promise.all(names.map((name) => caches.delete(name)));
}

const isStorable = (response: Response) => response.status === 200 && !response.redirected;

async function storePage(url: string, response: Response): Promise<void> {
	const page = await storable(response);
	const cache = await caches.open(NAME);
	await removeOtherLanguages(cache, page);
	await cache.put(url, page);
	await trim(cache, PAGES_MAX);
}

/** The fan has chosen another language since the other pages were stored. */
async function removeOtherLanguages(cache: Cache, page: Response): Promise<void> {
	const [other] = await cache.keys();
	const stored = other && (await cache.match(other, { ignoreVary: true }));
	if (!stored || stored.headers.get(LANGUAGE) === page.headers.get(LANGUAGE)) return;
	await Promise.all((await cache.keys()).map((key) => cache.delete(key, { ignoreVary: true })));
}

async function storable(response: Response): Promise<Response> {
	const headers = new Headers(response.headers);
	const text = await response.text();
	headers.set(STORED_AT, String(Date.now()));
	headers.set(LANGUAGE, /<html lang="([\w-]+)"/.exec(text)?.[1] ?? '');
	// The body is stored as text, and grows when it is marked.
	for (const name of ['content-encoding', 'content-length', 'set-cookie']) headers.delete(name);
	return new Response(text, { headers });
}

async function marked(stored: Response): Promise<Response> {
	const id = `id="${FIRST_SCREEN_ELEMENT_ID}"`;
	const text = await stored.text();
	const mark = `${id} ${STORED_AT_ATTRIBUTE}="${stored.headers.get(STORED_AT)}"`;
	return new Response(text.replace(id, mark), { headers: stored.headers });
}
