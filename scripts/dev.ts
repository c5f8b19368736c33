/** `npm run dev`: the trial site, with Vite in front of it that reloads the pages on every change. */
import './lib/refusals.ts';
import { createServer } from 'vite';
import { join } from 'node:path';
import { isLoopback, readConfig } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { startServer } from '#server/main.ts';
import { startEmulators } from './trial/emulators.ts';
import { seedWhenEmpty } from './trial/seed-database.ts';
import { ROOT } from './lib/steps.ts';
import { stopOnSignal } from './lib/stop-on-signal.ts';

const PAGES_PORT = 5173;

// Sign-on returns to the address that the browser shows, which is Vite's.
const asked = { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${PAGES_PORT}` };
const plain = readConfig(asked);
if (!isLoopback(plain.publicUrl)) throw new StartRefused('npm run dev is for loopback only');
const emulators = await startEmulators(plain);
const config = readConfig({ ...asked, ...emulators.env });
const server = await startServer({
	config,
	logLevel: config.logLevel ?? 'warn',
	prepare: async ({ url }) => void (await seedWhenEmpty(url, config)),
});
process.env.API_ORIGIN = server.address;
const pages = await createServer({
	configFile: join(ROOT, 'vite.config.ts'),
	server: { port: PAGES_PORT, strictPort: true },
});
await pages.listen().catch((error: unknown) => {
	throw new StartRefused(String(error));
});
stopOnSignal(async () => {
	await Promise.all([pages.close(), server.stop(), emulators.stop()]);
});
console.log(`Lightstick is ready: ${config.publicUrl}`);
