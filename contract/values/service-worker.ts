/** Names that the server, the fans' app and its service worker share. */

export const SERVICE_WORKER_PATH = '/service-worker.js';

/** `<meta name="service-worker" content="on">`: missing while operators have switched the worker off. */
export const SERVICE_WORKER_META = 'service-worker';

/** Attribute that the worker adds to the first screen of a stored page: when it was stored, in ms since the epoch. */
export const STORED_AT_ATTRIBUTE = 'data-stored-at';

/** Every cache of the worker begins with this. */
export const WORKER_CACHE_PREFIX = 'lightstick-';

/** Pages as the server sent them last, one cache per build. */
export const STORED_PAGES_PREFIX = `${WORKER_CACHE_PREFIX}pages-`;
