/** The peer for votes: PostgreSQL's own load program, on tables, indexes and durability like ours. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ARTISTS, FANS, type BenchDatabase } from './ground.ts';
import { isInstalled } from './installed.ts';
import type { Spread } from './load.ts';

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, '..');

export const hasPgbench = await isInstalled('pgbench');

/** Creates what a naive vote needs: its tally rows and the function that the call variant uses. */
export async function preparePgbench({ db }: BenchDatabase): Promise<void> {
	await db.query({ text: `insert into tally select 1, 0, artist_id, 0, lightstick_now() from artist` });
	await db.query({ text: await readFile(join(FOLDER, 'pgbench-call-function.sql'), 'utf8') });
}

/** Transactions a second. */
export async function pgbench(
	{ url }: BenchDatabase,
	script: 'pgbench-naive.sql' | 'pgbench-call.sql',
	{ clients, seconds, hotPercent }: { clients: number; seconds: number } & Spread,
): Promise<number> {
	const { stdout } = await run('pgbench', [
		'-n',
		'-M',
		'prepared',
		'-f',
		join(FOLDER, script),
		'-T',
		String(seconds),
		'-c',
		String(clients),
		'-j',
		String(Math.min(clients, 2)),
		'-D',
		`fans=${FANS}`,
		'-D',
		`artists=${ARTISTS}`,
		'-D',
		`hot=${hotPercent}`,
		url,
	]);
	const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
	if (tps === undefined) throw new Error(`pgbench said nothing of tps: ${stdout}`);
	return Number(tps);
}
