/**
 * The trial start: builds what changed, brings up the embedded database (or DATABASE_URL), demo content, the
 * emulators and the site, all on loopback, and says where to look. A few demo fans vote, unless it is asked to be `--still`.
 */
import './lib/refusals.ts';
import { readConfig, isLoopback } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { startServer } from '#server/main.ts';
import { beginCrowd, type Crowd, CROWD_SIZE, signInCrowd } from './trial/crowd.ts';
import { startEmulators } from './trial/emulators.ts';
import { seedWhenEmpty } from './trial/seed-database.ts';
import { buildWhenStale } from './lib/steps.ts';
import { stopOnSignal } from './lib/stop-on-signal.ts';

const plain = readConfig(process.env);
if (!isLoopback(plain.publicUrl))
	throw new StartRefused('npm start is the trial start, for loopback only: use npm run serve');

const isStill = process.argv.includes('--still');
let tokens: string[] = [];
const [emulators] = await Promise.all([startEmulators(plain), buildWhenStale()]);
const config = readConfig({ ...process.env, ...emulators.env });
const server = await startServer({
	config,
	logLevel: config.logLevel ?? 'warn',
	prepare: async ({ url }) => {
		await seedWhenEmpty(url, config);
		if (!isStill) tokens = await signInCrowd(url);
	},
});
const crowd: Crowd | null = tokens.length > 0 ? beginCrowd(server.address, tokens) : null;
stopOnSignal(async () => {
	await crowd?.stop();
	// Jobs under way may still ask the emulators.
	await server.stop();
	await emulators.stop();
});
console.log(`Lightstick is ready: ${config.publicUrl}`);
console.log('  Fans: sign in there with Google or LINE, as one of the made-up people');
console.log(
	`  Operators: ${config.consoleUrl}/console, with Google as ${config.operators.ownerEmail} (Hall Keeper, the owner)`,
);
if (crowd)
	console.log(`  ${CROWD_SIZE} demo fans vote a little, so that charts move; without them: npm start -- --still`);
