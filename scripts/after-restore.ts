/**
 * `npm run after-restore -- 2026-11-30T23:59:59+09:00`: after the database of DATABASE_URL was restored to a moment, or a
 * standby that was behind has become the primary, gives the public logs new names, checks them, ends all sessions, and audits
 * the books. Ends with 1 if anything fails. No process of the site may run.
 */
import './lib/refusals.ts';
import { join } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { beginLogs } from './lib/begin-logs.ts';
import { endSessions } from './lib/end-sessions.ts';
import { findSiteDatabase } from './lib/site-database.ts';
import { ROOT, run } from './lib/steps.ts';

/** Without its zone, a moment would be read in the zone of the machine, which the operator may not know. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

const text = process.argv[2] ?? '';
const restoredTo = new Date(text);
if (!MOMENT.test(text) || Number.isNaN(restoredTo.getTime()))
	throw new StartRefused('The moment needs its zone, such as 2026-11-30T23:59:59+09:00');
// A wrong year would end the public logs for nothing.
if (restoredTo.getTime() > Date.now())
	throw new StartRefused('The moment lies in the future: name the one that the database was restored to');
const config = readConfig(process.env);
await using database = await findSiteDatabase(config, { asOwner: true });
const logsPass = await beginLogs(database.ownerUrl, config, () => ({ restoredTo }), console.log);
await endSessions(database.ownerUrl, console.log);
const audited = await run(process.execPath, [join(ROOT, 'scripts/audit.ts')]);
process.exitCode = logsPass ? audited : 1;
