/** Remembers the pages of this visit, so that a back link returns to its list as the fan left it. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Path by the index that React Router gives an entry of the browser's history. A reload forgets them. */
const visited = new Map<number, string>();

export function useVisitedPaths(): void {
	const { pathname } = useLocation();
	useEffect(() => void visited.set(historyIndex(), pathname), [pathname]);
}

/** Returns whether Back, in the browser, leads to this path. */
export function cameFrom(path: string): boolean {
	return visited.get(historyIndex() - 1) === path;
}

function historyIndex(): number {
	const state = window.history.state as { idx?: number } | null;
	return state?.idx ?? 0;
}
