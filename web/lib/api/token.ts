/** Stores the session token of this browser. If storage is blocked, the token lives as long as the page. */
import { TOKEN_STORAGE_NAME } from '#contract/values/constants.ts';

let kept: string | null = null;

export function storedToken(): string | null {
	try {
		return localStorage.getItem(TOKEN_STORAGE_NAME);
	} catch {
		return kept;
	}
}

export function storeToken(token: string): void {
	kept = token;
	try {
		localStorage.setItem(TOKEN_STORAGE_NAME, token);
	} catch {
		// Kept in memory above.
	}
}

export function removeToken(): void {
	kept = null;
	try {
		localStorage.removeItem(TOKEN_STORAGE_NAME);
	} catch {
		// Nothing was stored.
	}
}

/** Called when another tab signs in or out. */
export function onTokenChange(listener: () => void): () => void {
	const changed = (event: StorageEvent) => {
		if (event.key === TOKEN_STORAGE_NAME || event.key === null) listener();
	};
	window.addEventListener('storage', changed);
	return () => window.removeEventListener('storage', changed);
}
