/**
 * `npm run forget-passkeys -- <email> "<why>"` removes the passkeys of the only owner, who has lost all of them. Anyone
 * who can run it already has access to the database. The audit trail names the site itself as the actor.
 */
import './lib/refusals.ts';
import { readConfig } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { openDatabase } from '#server/db/pool.ts';
import { forgetPasskeysOf } from '#server/operators/passkeys/passkeys.ts';
import { findSiteDatabase } from './lib/site-database.ts';

const [email, why] = process.argv.slice(2);
if (!email || !why) throw new StartRefused('Usage: npm run forget-passkeys -- <email> "<why>"');
await using found = await findSiteDatabase(readConfig(process.env));
await using db = openDatabase(found.url);
const removed = await forgetPasskeysOf(db, { email, why });
console.log(removed === null ? `No operator has the address ${email}.` : `${removed} passkeys of ${email} removed.`);
process.exitCode = removed === null ? 1 : 0;
