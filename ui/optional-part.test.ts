import { expect, it } from 'vitest';
import { isLostScript } from './optional-part.tsx';

it.each([
	'Failed to fetch dynamically imported module: https://vote.example/assets/news-1.js',
	'error loading dynamically imported module: https://vote.example/assets/news-1.js',
	'Importing a module script failed.',
	'Unable to preload CSS for /assets/news-1.css',
	'A script of the page did not load in time',
])('a script or style that did not arrive is a matter of the connection: %s', (message) => {
	expect(isLostScript(new TypeError(message))).toBe(true);
});

it.each([
	new RangeError('Invalid time zone specified: Etc/Unknown'),
	new TypeError("Cannot read properties of undefined (reading 'map')"),
	new DOMException('The node to be removed is not a child of this node.', 'NotFoundError'),
	'thrown text',
	null,
])('any other error is ours: %s', (error) => expect(isLostScript(error)).toBe(false));
