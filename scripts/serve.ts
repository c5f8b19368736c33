/** The production start: the site on a database server, and nothing else. It never starts emulators and never seeds. */
import './lib/refusals.ts';
import { handedSocket } from '#server/config/addresses.ts';
import { readConfig } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { startServer } from '#server/main.ts';
import { isBuilt } from './lib/build-stamp.ts';
import { buildWhenStale, ROOT } from './lib/steps.ts';
import { stopOnSignal } from './lib/stop-on-signal.ts';

const config = readConfig(process.env);
if (config.databaseUrl === null)
	throw new StartRefused(
		'DATABASE_URL is not set: npm run serve needs a PostgreSQL server (18 or later), the embedded one is for npm start only',
	);
// A supervisor starts it as somebody who may not write here, or at night: then it only says what is missing.
if (process.env.NODE_ENV !== 'production') await buildWhenStale();
else if (!(await isBuilt(ROOT)))
	throw new StartRefused('dist/ was not built from these sources: run "npm run build" first');
const server = await startServer({
	config,
	logLevel: config.logLevel ?? 'info',
	socket: handedSocket(process.env),
});
stopOnSignal(() => server.stop(), config.drainMs);
console.log(`Lightstick serves ${config.publicUrl} (listening on ${server.address})`);
if (server.metricsAddress !== null) console.log(`Metrics: ${server.metricsAddress}`);
if (Object.values(config.providers).every((provider) => provider === null))
	console.warn(
		'Nobody can sign in: set GOOGLE_CLIENT_ID, LINE_CLIENT_ID or OIDC_ISSUER. Operators sign in with Google only',
	);
else if (config.providers.google === null)
	console.warn('No operator can sign in: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
if (config.consoleUrl !== config.publicUrl) console.log(`The console has an origin of its own: ${config.consoleUrl}`);
