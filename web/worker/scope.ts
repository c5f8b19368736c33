/** The global scope of a service worker, as far as ours uses it. TypeScript's own types would replace those of pages. */

export interface ExtendableEvent extends Event {
	waitUntil(work: Promise<unknown>): void;
}

export interface InstallEvent extends ExtendableEvent {
	/** Not in every browser. */
	addRoutes?(rule: {
		condition: { or: readonly { urlPattern: string }[] };
		source: { cacheName: string };
	}): Promise<void>;
}

export interface FetchEvent extends ExtendableEvent {
	readonly request: Request;
	respondWith(response: Response | Promise<Response>): void;
}

interface WorkerScope {
	readonly location: Location;
	readonly clients: { claim(): Promise<void> };
	readonly navigator: Navigator & { connection?: { saveData?: boolean } };
	skipWaiting(): Promise<void>;
	addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
	addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void;
	addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

export const scope = globalThis as unknown as WorkerScope;
