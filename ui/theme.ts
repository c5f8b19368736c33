/** Dark or light: what the system prefers (ui/tokens.css), until a person chooses. web/public/theme.js sets the choice before the first paint. */
import { useSyncExternalStore } from 'react';
import { stored } from './stored.ts';

export type Theme = 'dark' | 'light';

const storage = stored('theme');

export function useTheme(): [Theme, () => void] {
	const theme = useSyncExternalStore(subscribe, currentTheme, () => 'dark' as const);
	return [theme, () => choose(theme === 'dark' ? 'light' : 'dark')];
}

const lightPreference = () => matchMedia('(prefers-color-scheme: light)');

function subscribe(listener: () => void): () => void {
	const preference = lightPreference();
	const end = storage.subscribe(listener);
	preference.addEventListener('change', listener);
	return () => {
		end();
		preference.removeEventListener('change', listener);
	};
}

function currentTheme(): Theme {
	const chosen = document.documentElement.dataset.theme;
	return (chosen ?? (lightPreference().matches ? 'light' : 'dark')) === 'light' ? 'light' : 'dark';
}

function choose(theme: Theme): void {
	document.documentElement.dataset.theme = theme;
	storage.set(theme);
}
