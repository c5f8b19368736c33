// Must stay first: it removes a token from the URL before anything else happens.
import './lib/session/arrival.ts';
import '#ui/index.ts';
import { followSystemTheme } from '#ui/theme.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadLanguage } from './i18n.ts';
import { registerWorkerLater } from './lib/worker/register.ts';

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the app');

followSystemTheme();
void loadLanguage().then(() => createRoot(place).render(<App />));
registerWorkerLater();
