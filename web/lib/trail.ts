/** Remembers the pages of this visit, so that a back link returns to its list as the fan left it. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Paths by the place that React Router numbers in the browser's history. A reload forgets them. */
const trail = new Map<number, string>();

/** Keeps the trail. Used once, around all pages. */
export function useTrail(): void {
	const { pathname } = useLocation();
	useEffect(() => void trail.set(place(), pathname), [pathname]);
}

/** Returns whether Back, in the browser, leads to this path. */
export function cameFrom(path: string): boolean {
	return trail.get(place() - 1) === path;
}

function place(): number {
	const state = window.history.state as { idx?: number } | null;
	return state?.idx ?? 0;
}
