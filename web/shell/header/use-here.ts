import { useLocation } from 'react-router';

/** Returns the current path with its query, to which a fan returns after signing in. */
export function useHere(): string {
	const { pathname, search } = useLocation();
	return pathname + search;
}
