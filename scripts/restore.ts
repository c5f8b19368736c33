/**
 * `npm run restore`: restores the embedded database, pictures, keys and public logs into an empty data folder.
 * `--to 2026-11-30T23:59:59+09:00` restores a moment, `--backup <name>` uses a certain backup, `--list` only lists what
 * there is, and `--check` only reads a backup and compares it with its manifest.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listBackups } from '#server/backup/catalog.ts';
import { chooseBackup, type Wish } from '#server/backup/restore/choose.ts';
import { checkBackup } from '#server/backup/restore/copy-back.ts';
import { restore } from '#server/backup/restore/restore.ts';
import { readConfig } from '#server/config/config.ts';
import { StartRefused } from '#server/config/refused.ts';
import { ROOT, run } from './lib/steps.ts';
import { printRefusalsPlainly } from './lib/refusals.ts';

printRefusalsPlainly();

const { values } = parseArgs({
	options: {
		to: { type: 'string' },
		backup: { type: 'string' },
		list: { type: 'boolean', default: false },
		check: { type: 'boolean', default: false },
	},
});
const wish: Wish = { to: values.to === undefined ? null : momentOf(values.to), name: values.backup ?? null };
const config = readConfig(process.env);
const backups = config.backupFolder === null ? [] : await listBackups(config.backupFolder);

if (values.list) {
	for (const { name, manifest, until, gap } of backups)
		console.log(
			`${name}  restores ${manifest.finishedAt} to ${until?.toISOString() ?? 'nothing'}` +
				(gap === null ? '' : `; segment ${gap} is missing, and later ones are there`),
		);
	if (backups.length === 0) console.log('There is no complete backup');
} else if (values.check) {
	const backup = chooseBackup(backups, wish);
	await checkBackup(backup);
	console.log(`Backup ${backup.name} holds what was backed up`);
} else {
	await restore(wish, { config, finish: async () => undefined, tell: console.log });
	// The restored database archives nothing until the site is started on it.
	const env = { ...process.env, LIGHTSTICK_BACKUPS: '' };
	process.exitCode = await run(process.execPath, [join(ROOT, 'scripts/audit.ts')], env);
	console.log(
		'Take a backup as soon as the site runs: npm run backup. Older ones cannot restore what happens from now on.',
	);
}

/** A moment without its zone would be read in the machine's own, which the operator may not know. */
function momentOf(text: string): Date {
	const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
	const moment = new Date(text);
	if (!isWhole || Number.isNaN(moment.getTime()))
		throw new StartRefused('--to takes a moment with its zone, such as 2026-11-30T23:59:59+09:00');
	return moment;
}
