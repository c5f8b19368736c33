// Must stay first: it removes a token from the URL before anything else happens.
import './lib/session/arrival.ts';
import '#ui/index.ts';
import { fetchPageScripts } from './first-paint/fetch-scripts.ts';
import { warmFormats } from './first-paint/warm-formats.ts';
import { whenPainted } from './first-paint/when-painted.ts';
import './shell/notice.css';

// The service worker answers from the device: its files hold up nothing that is painted first.
const isStored = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
if (isStored) fetchPageScripts();
void whenPainted().then(() => {
	if (!isStored) fetchPageScripts();
	warmFormats();
	return import('./start.tsx');
});
