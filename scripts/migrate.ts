/** `npm run migrate`: brings the database of a site up to date and prints what it applied. */
import './lib/refusals.ts';
import { readConfig } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { expectOwner } from '#server/db/start.ts';
import { findSiteDatabase } from './lib/site-database.ts';

const { ownerName, ownerUrl, embedded } = await findSiteDatabase(readConfig(process.env));
try {
	await expectOwner(ownerName, ownerUrl);
	const applied = await migrate(ownerUrl);
	console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply.');
} finally {
	await embedded?.stop();
}
