/** Where a fan goes on after signing in again, if the session ends under something that they had begun. */
import { useEffect } from 'react';
import type { WayBack } from '../../paths.ts';

let keeps: (() => WayBack) | null = null;

/** While the component is on the page, `keep` keeps what the fan has begun and says where it goes on. */
export function useWayBack(keep: () => WayBack): void {
	useEffect(() => {
		keeps = keep;
		return () => void (keeps = null);
	});
}

/** Undefined if nothing was begun on this page. */
export const keptWayBack = (): WayBack | undefined => keeps?.();
