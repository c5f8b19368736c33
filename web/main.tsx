// Must stay first: it removes a token from the URL before anything else happens.
import './lib/session/arrival.ts';
import '#ui/index.ts';
import { followSystemTheme } from '#ui/theme.ts';
import { createRoot } from 'react-dom/client';
import { afterLoad } from './after-load.ts';
import { App } from './app.tsx';
import { loadLanguage } from './i18n.ts';
import './shell/notice.css';

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the app');

followSystemTheme();
void loadLanguage().then(() => createRoot(place).render(<App />));
afterLoad();
