/** The production start: the site and nothing else. It never starts emulators and never seeds. */
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/main.ts';
import { buildWhenStale } from './steps.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const config = readConfig(process.env);
await buildWhenStale();
const server = await startServer({ config, logLevel: process.env.LOG_LEVEL || 'info' });
stopOnSignal(() => server.stop());
console.log(`Lightstick serves ${config.publicUrl} (listening on ${server.address})`);
