import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Returns false on the server and in the first rendering over its HTML, which is the same for everybody. What the fan or the
 * device decides (session, time zone, the present second) is shown when it returns true, which is at once elsewhere.
 */
export const useHydrated = (): boolean =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
