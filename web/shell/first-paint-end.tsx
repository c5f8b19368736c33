/** Stands beside the page, so that it arrives with it: takes away what the server had painted in its stead. */
import { useLayoutEffect } from 'react';

export function FirstPaintEnd() {
	useLayoutEffect(() => document.querySelector('#first-paint')?.remove(), []);
	return null;
}
