/**
 * `npm run revoke-log-key -- <vkey>` revokes a key of the public logs that was stolen or lost: a line such as
 * `/log/<ranking>/vkey` shows it. The logs that it signed end with what the anchor knows of them, and all logs go on under new
 * names. No process of the site may run. Rotate the key first. Doing it again after a crash leads to the same end.
 */
import './lib/refusals.ts';
import { parseVerifierKey } from '#public-log/format/note.ts';
import { readConfig } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { expectRevocable } from '#public-log/server/generations/revocation.ts';
import { beginLogs } from './lib/begin-logs.ts';
import { findSiteDatabase } from './lib/site-database.ts';

const vkey = parseVerifierKey(process.argv[2]?.trim() ?? '');
if (!vkey) throw new StartRefused('Usage: npm run revoke-log-key -- <vkey>, as /log/<ranking>/vkey shows it');
const revokedKey = Buffer.from(vkey.publicKey);
const config = readConfig(process.env);
await using database = await findSiteDatabase(config, { asOwner: true });
const passed = await beginLogs(
	database.ownerUrl,
	config,
	async (db, keys) => ((await expectRevocable(db, keys, revokedKey)) ? { revokedKey } : null),
	console.log,
);
process.exitCode = passed ? 0 : 1;
if (passed) console.log('Now start the site, back up the keys, and tell fans, mirrors and witnesses');
