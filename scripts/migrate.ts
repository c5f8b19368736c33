/** `npm run migrate`: brings the database of a site up to date and prints what it applied. */
import './lib/refusals.ts';
import { readConfig } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { findSiteDatabase } from './lib/site-database.ts';

await using database = await findSiteDatabase(readConfig(process.env), { asOwner: true });
const applied = await migrate(database.ownerUrl);
console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply.');
