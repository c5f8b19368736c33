import { useLocation } from 'react-router';

/** The present path with its query: what a fan comes back to after signing in. */
export function useHere(): string {
	const { pathname, search } = useLocation();
	return pathname + search;
}
