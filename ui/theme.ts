/** Dark or light: what the system prefers (ui/tokens.css), until a person chooses. web/public/theme.js sets the choice before the first paint. */
import { useSyncExternalStore } from 'react';
import { stored } from './stored.ts';

export type Theme = 'dark' | 'light';

const storage = stored('theme');
const listeners = new Set<() => void>();

export function useTheme(): [Theme, () => void] {
	const theme = useSyncExternalStore(subscribe, currentTheme, () => 'dark' as const);
	return [theme, () => choose(theme === 'dark' ? 'light' : 'dark')];
}

const lightPreference = () => matchMedia('(prefers-color-scheme: light)');

function subscribe(listener: () => void): () => void {
	const preference = lightPreference();
	listeners.add(listener);
	preference.addEventListener('change', listener);
	return () => {
		listeners.delete(listener);
		preference.removeEventListener('change', listener);
	};
}

function currentTheme(): Theme {
	const chosen = document.documentElement.dataset.theme;
	return (chosen ?? (lightPreference().matches ? 'light' : 'dark')) === 'light' ? 'light' : 'dark';
}

function choose(theme: Theme): void {
	storage.set(theme);
	document.documentElement.dataset.theme = theme;
	for (const listener of listeners) listener();
}
