import '#ui/index.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the console');

createRoot(place).render(<App />);
