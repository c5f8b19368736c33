/** Generates load over HTTP with wrk. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isInstalled } from '../../testkit/installed.ts';
import { ARTISTS, FANS, RANKING } from './ground.ts';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, 'load.lua');

export interface Measured {
	/** Successful responses, in total and per second. */
	good: number;
	perSecond: number;
	/** Refused requests, and requests without a response. */
	bad: number;
}

export interface Load {
	connections: number;
	seconds: number;
}

/** Distribution of votes: the first artist gets this percentage, the others share the rest evenly. */
export interface Spread {
	hotPercent: number;
}

/** As engine.md's figures had it: a favorite, as every chart has one. */
export const USUAL: Spread = { hotPercent: 30 };
export const HOT: Spread = { hotPercent: 95 };

export function loadVotes(address: string, { hotPercent }: Spread, load: Load): Promise<Measured> {
	const url = `${address}/api/v1/rankings/vote/${RANKING}`;
	const seed = randomBytes(4).readUInt32BE();
	return wrk(url, load, [], [FANS, ARTISTS, hotPercent, seed].map(String));
}

/** As many as the server answers, or each connection one in `everyMs`. */
export function loadReads(
	url: string,
	headers: Record<string, string>,
	{ everyMs, ...load }: Load & { everyMs?: number },
): Promise<Measured> {
	const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
	return wrk(url, load, flags, everyMs === undefined ? [] : [String(everyMs)]);
}

async function wrk(url: string, { connections, seconds }: Load, flags: string[], args: string[]): Promise<Measured> {
	if (!(await isInstalled('wrk')))
		throw new Error('wrk is not installed: it makes the load. On Debian: apt install wrk');
	const options = { '-t': 1, '-c': connections, '-d': `${seconds}s`, '--timeout': '10s', '-s': SCRIPT };
	const { stdout } = await run('wrk', [...Object.entries(options).flat().map(String), ...flags, url, '--', ...args]);
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
}
