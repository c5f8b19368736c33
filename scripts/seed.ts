/** `npm run seed`: demo content into an empty database. */
import './lib/refusals.ts';
import { isLoopback, readConfig } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { migrate } from '#server/db/migrate.ts';
import { findDatabase } from '#server/db/start.ts';
import { seedWhenEmpty } from './trial/seed-database.ts';

const config = readConfig(process.env);
await using found = await findDatabase(config);
if (!isLoopback(config.publicUrl))
	throw new StartRefused(`Demo content is not for ${config.publicUrl}: it is loopback only`);
await migrate(found.ownerUrl);
if (!(await seedWhenEmpty(found.ownerUrl, config)))
	throw new StartRefused('The database holds fans or artists already; demo content goes into an empty one');
console.log('Done.');
