/** Settings of the embedded server that archive its WAL, and those that restore it. */
import { join } from 'node:path';
import { StartRefused } from '#server/config/refused.ts';
import type { Config } from '#server/config/config.ts';
import { startsAs } from '#server/db/embedded/folders.ts';
import { makePrivate } from './durable.ts';
import { filesOf, openHistory, walOf } from './layout.ts';

/** A segment that is not full is archived after so many seconds: what a lost disk takes at most. */
const ARCHIVE_SECONDS = 60;

const SCRIPTS = join(import.meta.dirname, '../../scripts');

/** Empty if the site keeps no backups. @throws {StartRefused} */
export async function archiveSettings({
	backupFolder,
	dataFolder,
}: Pick<Config, 'backupFolder' | 'dataFolder'>): Promise<Record<string, string>> {
	if (backupFolder === null) return {};
	const { ids } = await startsAs();
	if (ids.uid !== undefined)
		throw new StartRefused('LIGHTSTICK_BACKUPS: start the site as an ordinary user, who can read the data folder');
	const history = await openHistory(backupFolder, dataFolder);
	try {
		await makePrivate(walOf(history));
		await makePrivate(filesOf(history));
	} catch (error) {
		throw new StartRefused(`LIGHTSTICK_BACKUPS: the folder ${backupFolder} cannot be used: ${String(error)}`);
	}
	return {
		archive_mode: 'on',
		archive_timeout: `${ARCHIVE_SECONDS}s`,
		archive_command: `${commandOf('archive-wal.ts', dataFolder, history)} "%p" %f`,
	};
}

/** @param to null: everything that was archived */
export function recoverySettings(history: string, to: Date | null): Record<string, string> {
	return {
		archive_mode: 'off',
		// Before it replays, the server flushes what was copied: by one call where the system has it.
		recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
		// Nobody reads before the end is reached.
		hot_standby: 'off',
		restore_command: `${commandOf('fetch-wal.ts', walOf(history))} %f "%p"`,
		// A history has one timeline.
		recovery_target_timeline: 'current',
		...(to ? { recovery_target_time: asTimestamp(to), recovery_target_action: 'promote' } : {}),
	};
}

/** At this point of its start the server knows no names of zones, and `Z` is one. */
const asTimestamp = (time: Date) => time.toISOString().replace('T', ' ').replace('Z', '+00');

const commandOf = (script: string, ...values: string[]) =>
	[process.execPath, join(SCRIPTS, script), ...values].map(quoted).join(' ');

/** For the shell that PostgreSQL starts, which has expanded the percent signs of its own before. */
function quoted(text: string): string {
	const escaped = text.replaceAll('%', '%%');
	return process.platform === 'win32' ? `"${escaped}"` : `'${escaped.replaceAll("'", `'\\''`)}'`;
}
