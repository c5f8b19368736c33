// Must stay first: it removes a token from the URL before anything else happens.
import './lib/session/arrival.ts';
import '#ui/index.ts';
import { fetchPageScripts, runFramework } from './first-paint/fetch-scripts.ts';
import { loadNames } from './first-paint/load-names.ts';
import { showWaiting } from './first-paint/show-waiting.ts';
import { warmFormats } from './first-paint/warm-formats.ts';
import { whenPainted } from './first-paint/when-painted.ts';
import './shell/notice.css';

// The service worker answers from the device: its files hold up nothing that is painted first.
const isStored = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
if (isStored) {
	prepare();
	void loadNames();
}
showWaiting();
void start();

async function start(): Promise<void> {
	await whenPainted();
	if (!isStored) prepare();
	await runFramework();
	await import('./start.tsx');
}

function prepare(): void {
	fetchPageScripts();
	warmFormats();
}
