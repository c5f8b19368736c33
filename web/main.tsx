// Must stay first: it removes a token from the URL before anything else happens.
import './lib/session/arrival.ts';
import '#ui/index.ts';
import { fetchPageScripts } from './first-paint/fetch-scripts.ts';
import { whenPainted } from './first-paint/when-painted.ts';
import './shell/notice.css';

void whenPainted().then(() => {
	fetchPageScripts();
	return import('./start.tsx');
});
