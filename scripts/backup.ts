/**
 * `npm run backup`: takes a base backup of the embedded database, while the site runs or not. `--keep N` deletes all but
 * the newest N afterwards.
 */
import { parseArgs } from 'node:util';
import { takeBaseBackup } from '#server/backup/base-backup.ts';
import { openHistory } from '#server/backup/layout.ts';
import { prune } from '#server/backup/prune.ts';
import { readConfig } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { findDatabase } from '#server/databases.ts';
import { printRefusalsPlainly } from './lib/refusals.ts';

printRefusalsPlainly();

const { values } = parseArgs({ options: { keep: { type: 'string' } } });
if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))
	throw new StartRefused('--keep takes the number of backups to keep, at least 1');
const config = readConfig(process.env);
const { backupFolder, dataFolder } = config;
if (config.databaseUrl !== null)
	throw new StartRefused('This command is for the embedded database: for a server see docs/operating/recovery.md');
if (backupFolder === null)
	throw new StartRefused(
		'LIGHTSTICK_BACKUPS is not set: name a folder on another disk, restart the site with it, then take the first backup',
	);
const { embedded, ownerUrl } = await findDatabase(config);
try {
	const startedAt = performance.now();
	const history = await openHistory(backupFolder, dataFolder);
	const { name, bytes } = await takeBaseBackup(ownerUrl, dataFolder, history);
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	console.log(`Backup ${name}: ${(bytes / 1e6).toFixed(0)} MB of database files in ${seconds} s`);
	if (values.keep !== undefined) {
		const deleted = await prune(backupFolder, Number(values.keep), { dataFolder, history });
		console.log(deleted.length === 0 ? 'No backup is old enough to go' : `Deleted: ${deleted.join(', ')}`);
	}
} finally {
	await embedded?.stop();
}
