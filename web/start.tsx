/** Renders the app. Loaded by main.tsx once what the HTML holds is on screen. */
import { followSystemTheme } from '#ui/theme.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { afterLoad } from './after-load.ts';
import { App } from './app.tsx';
import { loadLanguage } from './i18n.ts';

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the app');

followSystemTheme();
const root = createRoot(place);
// A transition is rendered in small pieces, between which a tap is answered.
void loadLanguage().then(() => startTransition(() => root.render(<App />)));
afterLoad();
