import { afterEach, expect, it, vi } from 'vitest';
import { isOffline } from './optional-part.tsx';

afterEach(() => void vi.unstubAllGlobals());

it.each([
	'Failed to fetch dynamically imported module: https://vote.example/assets/news-1.js',
	'error loading dynamically imported module: https://vote.example/assets/news-1.js',
	'Importing a module script failed.',
	'Unable to preload CSS for /assets/news-1.css',
	'A script of the page did not load in time',
])('a script or style that did not arrive is a matter of the connection where there is none: %s', (message) => {
	vi.stubGlobal('navigator', { onLine: false });
	expect(isOffline(new TypeError(message))).toBe(true);
	vi.stubGlobal('navigator', { onLine: true });
	expect(isOffline(new TypeError(message))).toBe(false);
});

it.each([
	new RangeError('Invalid time zone specified: Etc/Unknown'),
	new TypeError("Cannot read properties of undefined (reading 'map')"),
	new DOMException('The node to be removed is not a child of this node.', 'NotFoundError'),
	'thrown text',
	null,
])('any other error is ours, wherever the device is: %s', (error) => {
	vi.stubGlobal('navigator', { onLine: false });
	expect(isOffline(error)).toBe(false);
});
