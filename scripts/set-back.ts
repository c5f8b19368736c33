/**
 * `npm run set-back -- 2026-11-30T23:59:59+09:00`: after the database of DATABASE_URL was restored to a moment, or a standby
 * that was behind has become the primary, gives the public logs new names and checks them. No process of the site may run.
 */
import { readConfig } from '#server/config/config.ts';
import { findDatabase } from '#server/databases.ts';
import { beginLogs } from './lib/begin-logs.ts';
import { momentOf } from './lib/moment.ts';
import { printRefusalsPlainly } from './lib/refusals.ts';

printRefusalsPlainly();

const restoredTo = momentOf('The moment', process.argv[2] ?? '');
const config = readConfig(process.env);
const { ownerUrl, embedded } = await findDatabase(config);
try {
	process.exitCode = (await beginLogs(ownerUrl, config, () => ({ restoredTo }), console.log)) ? 0 : 1;
	console.log('Now run npm run audit');
} finally {
	await embedded?.stop();
}
