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
import { startEmbedded } from '#server/db/embedded.ts';
import { ROOT, run } from './lib/steps.ts';
import { beginLogs } from './lib/begin-logs.ts';
import { momentOf } from './lib/moment.ts';
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
const wish: Wish = { to: values.to === undefined ? null : momentOf('--to', values.to), name: values.backup ?? null };
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
	let logsPass = false;
	const startedAt = performance.now();
	const tell = (line: string) =>
		console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);
	// The restored database archives nothing until the site is started on it.
	const quiet = { ...config, backupFolder: null };
	await restore(wish, {
		config,
		tell,
		async finish({ lastCommit, backup }) {
			const embedded = await startEmbedded({ folder: config.dataFolder });
			try {
				const restoredTo = wish.to ?? lastCommit ?? new Date(backup.manifest.finishedAt);
				logsPass = await beginLogs(embedded.url, quiet, () => ({ restoredTo }), tell);
			} finally {
				await embedded.stop();
			}
		},
	});
	const audited = await run(process.execPath, [join(ROOT, 'scripts/audit.ts')], {
		...process.env,
		LIGHTSTICK_BACKUPS: '',
	});
	console.log(
		'Take a backup as soon as the site runs: npm run backup. Older ones cannot restore what happens from now on',
	);
	process.exitCode = logsPass ? audited : 1;
}
