/** Dark or light: what the system prefers, until a person chooses. web/public/theme.js applies the same rule before the first paint. */
import { useSyncExternalStore } from 'react';
import { stored } from './stored.ts';

export type Theme = 'dark' | 'light';

const storage = stored('theme');
const listeners = new Set<() => void>();

export function useTheme(): [Theme, () => void] {
	const theme = useSyncExternalStore(subscribe, currentTheme, () => 'dark' as const);
	return [theme, () => choose(theme === 'dark' ? 'light' : 'dark')];
}

/** Follows the system's theme until the person chooses one. Call once at start. */
export function followSystemTheme(): void {
	const preference = matchMedia('(prefers-color-scheme: light)');
	preference.addEventListener('change', () => {
		if (storage.get() === null) show(preference.matches ? 'light' : 'dark');
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
	storage.set(theme);
	show(theme);
}

function show(theme: Theme): void {
	document.documentElement.dataset.theme = theme;
	for (const listener of listeners) listener();
}
