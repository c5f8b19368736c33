/** The peer for votes: PostgreSQL's own load program, on tables, indexes and durability like ours. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
	await db.query({ text: await readFile(join(FOLDER, 'pgbench/call-function.sql'), 'utf8') });
}

interface PgbenchLoad extends Spread {
	clients: number;
	seconds: number;
}

type Script = 'pgbench/naive.sql' | 'pgbench/call.sql';

/** Transactions a second. */
export async function pgbench({ url }: BenchDatabase, script: Script, load: PgbenchLoad): Promise<number> {
	const { stdout } = await run('pgbench', [...argumentsOf(script, load), url]);
	const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
	if (tps === undefined) throw new Error(`pgbench said nothing of tps: ${stdout}`);
	return Number(tps);
}

/** Milliseconds of each transaction at a fixed rate, from the instant at which it was to begin. */
export async function pgbenchTimes(
	{ url }: BenchDatabase,
	script: Script,
	{ perSecond, ...load }: PgbenchLoad & { perSecond: number },
): Promise<number[]> {
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-pgbench-'));
	try {
		const log = ['--log', '--log-prefix', join(folder, 'times'), '--rate', String(Math.max(1, perSecond))];
		await run('pgbench', [...argumentsOf(script, load), ...log, url]);
		const files = await readdir(folder);
		const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
		// Client, transaction, microseconds, and more.
		return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => Number(line.split(' ')[2]) / 1000);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function argumentsOf(script: Script, { clients, seconds, hotPercent }: PgbenchLoad): string[] {
	const threads = Math.min(clients, 2);
	const variables = { fans: FANS, artists: ARTISTS, hot: hotPercent };
	const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
	const options = { '-f': join(FOLDER, script), '-M': 'prepared', '-T': seconds, '-c': clients, '-j': threads };
	return ['-n', ...Object.entries(options).flat().map(String), ...defined];
}
