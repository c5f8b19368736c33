/**
 * `npm run init`: begins a public site, once, in an empty database and an empty folder or bucket for pictures and public logs.
 * Without it a public site does not start, so that an empty database never takes the place of one that is away. Doing it again
 * changes nothing.
 */
import './lib/refusals.ts';
import { readConfig } from '#server/config/config.ts';
import { describeDatabase } from '#server/config/database.ts';
import { StartRefused } from '#server/config/refused.ts';
import { expectSite, findSite, keepSite, markSite } from '#server/db/installation.ts';
import { migrate } from '#server/db/migrate.ts';
import { expectOwner, findDatabase } from '#server/db/start.ts';
import { openStoreMark, placeOf } from '#server/storage.ts';

const LOST = '--files-are-lost';
const given = process.argv.slice(2);
if (given.some((word) => word !== LOST)) throw new StartRefused(`Usage: npm run init, or npm run init -- ${LOST}`);
const config = readConfig(process.env);
if (config.databaseUrl === null)
	throw new StartRefused('DATABASE_URL is not set: a site begins on a PostgreSQL server');
const { ownerName, ownerUrl } = await findDatabase(config);
const [database, place] = [describeDatabase(ownerUrl), placeOf(config)];
const found = await findSite(ownerName, ownerUrl);
expectSite(found, config.publicUrl);
const store = openStoreMark(config);
const kept = await store.read();
const hasBegun = found !== null && found.mark !== null;
if (kept !== null && kept !== found?.mark)
	throw new StartRefused(
		`The files in ${place} belong to another site, or to one whose database is lost: restore that (docs/operating/recovery.md), ` +
			'or name an empty place',
	);
if (kept === null && hasBegun && !given.includes(LOST))
	throw new StartRefused(
		`The site has begun already in the database ${database}, and ${place} holds none of its files: mount it, name the right ` +
			`one, or bring them back. If they are lost for good, run "npm run init -- ${LOST}"`,
	);
if (kept === null && found === null && (await store.holdsFiles()))
	throw new StartRefused(
		`The database ${database} holds no site, and ${place} holds pictures or public logs of one. If its database is lost, ` +
			'restore it (docs/operating/recovery.md). For a new site, name an empty place',
	);
await expectOwner(ownerName, ownerUrl);
await migrate(ownerUrl);
await keepSite(ownerName, ownerUrl, config.publicUrl);
const mark = await markSite(ownerName, ownerUrl);
if (kept === null) await store.write(mark);
console.log(
	`The site ${config.publicUrl} has ${hasBegun ? 'begun already' : 'begun'} in the database ${database}, with ${place}.`,
);
