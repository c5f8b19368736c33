/** Asks the server whether it archives, and waits for it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartRefused } from '#server/config/refused.ts';
import { walOf } from './layout.ts';
import { storedName } from './wal.ts';

const LOOK_EVERY_MS = 100;

/** @throws {StartRefused} if the server was started without archiving */
export async function expectArchiving(client: pg.ClientBase): Promise<void> {
	const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`);
	if (rows[0]?.mode === 'on') return;
	throw new StartRefused(
		'The embedded database runs without archiving: stop every process that uses it, then start the site with ' +
			'LIGHTSTICK_BACKUPS set',
	);
}

/** @throws {Error} with the server's own account of its last failure, if the segment is not there in time */
export async function waitUntilArchived(
	client: pg.ClientBase,
	history: string,
	segment: string,
	forMs: number,
): Promise<void> {
	const place = join(walOf(history), storedName(segment));
	const giveUpAt = Date.now() + forMs;
	while (!existsSync(place)) {
		const { rows } = await client.query<{ failing: boolean }>(FAILING);
		if (Date.now() > giveUpAt || rows[0]?.failing)
			throw new Error(`PostgreSQL cannot archive ${segment}: the reason is in postgres.log of the data folder`);
		await pause(LOOK_EVERY_MS);
	}
}

/** Three tries in a row. PostgreSQL makes the next three a minute later. */
const FAILING = `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity')
	and last_failed_time > (select backend_start from pg_stat_activity where pid = pg_backend_pid()), false) as failing
	from pg_stat_archiver`;
