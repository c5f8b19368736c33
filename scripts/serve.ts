/** The production start: the site and nothing else. It never starts emulators and never seeds. */
import { readConfig } from '#server/config/config.ts';
import { startServer } from '#server/main.ts';
import { buildWhenStale } from './lib/steps.ts';
import { endOnFailure, stopOnSignal } from './lib/stop-on-signal.ts';
import { printRefusalsPlainly } from './lib/refusals.ts';

printRefusalsPlainly();

const config = readConfig(process.env);
await buildWhenStale();
const server = await startServer({ config, logLevel: config.logLevel ?? 'info' });
endOnFailure(server.failed);
stopOnSignal(() => server.stop(), config.drainMs);
console.log(`Lightstick serves ${config.publicUrl} (listening on ${server.address})`);
if (server.metricsAddress !== null) console.log(`Metrics: ${server.metricsAddress}`);
if (config.consoleUrl !== config.publicUrl) console.log(`The console has an origin of its own: ${config.consoleUrl}`);
