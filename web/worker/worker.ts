/** The service worker of the site. */
import { listenToPush, type PushScope } from './push.ts';

listenToPush(globalThis as unknown as PushScope);
