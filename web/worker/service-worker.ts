/**
 * The service worker of the fans' site: repeat visits open from the device, and the last charts stay readable offline.
 * Reminders arrive here too. It answers for built files, uploaded pictures and public pages only. Calls of the API
 * always go to the server.
 */
import { fileFor, isBuiltFile, removeOldFiles, routeFiles, storeFiles, pictureFor } from './files.ts';
import { isStoredPage, pageFor, removeOldPages, storeStarts } from './pages.ts';
import { listenToPush, type PushScope } from './push.ts';
import { type FetchEvent, scope } from './scope.ts';
import { tryRead } from './storage.ts';

listenToPush(globalThis as unknown as PushScope);

scope.addEventListener('install', (event) => {
	// With Save-Data, only what the fan has opened is stored.
	const stored = scope.navigator.connection?.saveData ? null : Promise.all([storeFiles(), routeFiles(event)]);
	event.waitUntil(Promise.resolve(stored).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
	// No page opens before this has ended: a store or a network that hangs must not hold it up.
	const clean = [removeOldFiles, removeOldPages, storeStarts].map((work) => tryRead(work));
	event.waitUntil(Promise.all(clean).then(() => scope.clients.claim()));
});

scope.addEventListener('fetch', (event) => {
	const response = responseTo(event);
	if (response) event.respondWith(response);
});

function responseTo(event: FetchEvent): Promise<Response> | undefined {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== 'GET' || url.origin !== scope.location.origin) return undefined;
	const waitUntil = (work: Promise<unknown>) => event.waitUntil(work);
	if (request.mode === 'navigate') return isStoredPage(url) ? pageFor(request, waitUntil) : undefined;
	if (request.headers.has('range')) return undefined;
	if (isBuiltFile(url)) return fileFor(request, waitUntil);
	if (url.pathname.startsWith('/media/')) return pictureFor(request, waitUntil);
	return undefined;
}
