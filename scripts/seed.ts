/** `npm run seed`: demo content into an empty database. */
import { readConfig } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { findDatabase } from '#server/db/start.ts';
import { seedOrRefuse } from './trial/seed-database.ts';
import { printRefusalsPlainly } from './lib/refusals.ts';

printRefusalsPlainly();

const config = readConfig(process.env);
const { ownerUrl, embedded } = await findDatabase(config);
try {
	await migrate(ownerUrl);
	await seedOrRefuse(ownerUrl, config);
	console.log('Done.');
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
} finally {
	await embedded?.stop();
}
