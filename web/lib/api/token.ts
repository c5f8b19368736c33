import { TOKEN_STORAGE_NAME } from '#contract/values/constants.ts';
import { stored } from '#ui/stored.ts';

export const { get: storedToken, set: storeToken } = stored(TOKEN_STORAGE_NAME);

/** Called when another tab signs in or out. */
export function onTokenChange(listener: () => void): () => void {
	const changed = (event: StorageEvent) => {
		if (event.key === TOKEN_STORAGE_NAME || event.key === null) listener();
	};
	window.addEventListener('storage', changed);
	return () => window.removeEventListener('storage', changed);
}
