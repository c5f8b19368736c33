/** Dark or light: what the system prefers, until a person chooses. web/public/theme.js applies the same rule before the first paint. */
import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';

const STORAGE_NAME = 'theme';
const listeners = new Set<() => void>();

/** The theme on screen, and a way to turn to the other one, which is then remembered. */
export function useTheme(): [Theme, () => void] {
	const theme = useSyncExternalStore(subscribe, currentTheme);
	return [theme, () => choose(theme === 'dark' ? 'light' : 'dark')];
}

/** Follows the system's theme until the person chooses one. Call once at start. */
export function followSystemTheme(): void {
	const preference = matchMedia('(prefers-color-scheme: light)');
	preference.addEventListener('change', () => {
		if (storedTheme() === null) show(preference.matches ? 'light' : 'dark');
	});
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function currentTheme(): Theme {
	return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

function choose(theme: Theme): void {
	try {
		localStorage.setItem(STORAGE_NAME, theme);
	} catch {
		// Storage is blocked: the choice holds for this page only.
	}
	show(theme);
}

function show(theme: Theme): void {
	document.documentElement.dataset.theme = theme;
	for (const listener of listeners) listener();
}

function storedTheme(): string | null {
	try {
		return localStorage.getItem(STORAGE_NAME);
	} catch {
		return null;
	}
}
