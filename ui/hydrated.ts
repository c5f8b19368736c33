import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first rendering over its HTML: what the fan or the device decides is shown when true. */
export const useHydrated = (): boolean =>
	useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
