/** `npm run push-keys`: prints a new key for reminders by web push, as the environment takes them. */
import './lib/refusals.ts';
import { makePushKeys } from './lib/push-keys.ts';

for (const [name, value] of Object.entries(makePushKeys())) console.log(`${name}=${value}`);
