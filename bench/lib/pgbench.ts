/** The peer for votes: PostgreSQL's own load program, on tables, indexes and durability like ours. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isInstalled } from '../../testkit/installed.ts';
import { ARTISTS, FANS, type BenchDatabase } from './ground.ts';
import type { Spread } from './load.ts';

const SCRIPT = join(import.meta.dirname, 'naive-vote.sql');

export const hasPgbench = await isInstalled('pgbench');

/** Creates the tally rows that a naive vote updates. */
export async function preparePgbench({ db }: BenchDatabase): Promise<void> {
	await db.query({ text: `insert into tally select 1, 0, artist_id, 0, lightstick_now() from artist` });
}

/** Transactions a second. */
export async function pgbench(
	{ url }: BenchDatabase,
	{ clients, seconds, hotPercent }: Spread & { clients: number; seconds: number },
): Promise<number> {
	const variables = { fans: FANS, artists: ARTISTS, hot: hotPercent };
	const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
	const options = { '-f': SCRIPT, '-M': 'prepared', '-T': seconds, '-c': clients, '-j': Math.min(clients, 2) };
	const args = ['-n', ...Object.entries(options).flat().map(String), ...defined, url];
	const { stdout } = await promisify(execFile)('pgbench', args);
	const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
	if (tps === undefined) throw new Error(`pgbench said nothing of tps: ${stdout}`);
	return Number(tps);
}
