/** Rendered beside the page: removes the first paint that the server had sent in its place. */
import { useLayoutEffect } from 'react';

export function FirstPaintEnd() {
	useLayoutEffect(() => document.querySelector('#first-paint')?.remove(), []);
	return null;
}
