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
	p99Ms: number;
}

export interface Load {
	connections: number;
	seconds: number;
	/** Each connection sends one in this time, on the average. By default, as many as the server answers. */
	everyMs?: number;
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
	return wrk(url, load, [], [FANS, ARTISTS, hotPercent, randomBytes(4).readUInt32BE()]);
}

export const loadReads = (url: string, headers: Record<string, string>, load: Load): Promise<Measured> =>
	wrk(
		url,
		load,
		Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
	);

async function wrk(
	url: string,
	{ connections, seconds, everyMs = 0 }: Load,
	flags: string[],
	more: number[] = [],
): Promise<Measured> {
	if (!(await isInstalled('wrk')))
		throw new Error('wrk is not installed: it makes the load. On Debian: apt install wrk');
	const options = { '-t': 1, '-c': connections, '-d': `${seconds}s`, '--timeout': '10s', '-s': SCRIPT };
	const args = [...Object.entries(options).flat(), ...flags, url, '--', everyMs, ...more];
	const { stdout } = await run('wrk', args.map(String));
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
}
