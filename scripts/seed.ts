/** `npm run seed`: demo content into an empty database. */
import { isLoopback, readConfig } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { findDatabase } from '#server/db/start.ts';
import { seedWhenEmpty } from './trial/seed-database.ts';
import { printRefusalsPlainly } from './lib/refusals.ts';

printRefusalsPlainly();

const config = readConfig(process.env);
const { ownerUrl, embedded } = await findDatabase(config);
try {
	if (!isLoopback(config.publicUrl))
		throw new Error(`Demo content is not for ${config.publicUrl}: it is loopback only`);
	await migrate(ownerUrl);
	if (!(await seedWhenEmpty(ownerUrl, config)))
		throw new Error('The database holds fans or artists already; demo content goes into an empty one');
	console.log('Done.');
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
} finally {
	await embedded?.stop();
}
