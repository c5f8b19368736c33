/** Generates load over HTTP with wrk if it is installed, otherwise with autocannon. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { ARTISTS, FANS, RANKING, tokenOf } from './ground.ts';
import { isInstalled } from '../../testkit/installed.ts';

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, 'load.lua');

export const loadTool = (await isInstalled('wrk')) ? 'wrk' : 'autocannon';

export interface Measured {
	/** Successful responses, in total and per second. */
	good: number;
	perSecond: number;
	/** Refused requests, and requests without a response. */
	bad: number;
	p50Ms: number;
	p99Ms: number;
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
	if (loadTool === 'wrk') return wrk(url, load, [], [FANS, ARTISTS, hotPercent, seed].map(String));
	const setupRequest = (request: autocannon.Request): autocannon.Request => ({
		...request,
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			authorization: `Bearer ${tokenOf(1 + Math.floor(Math.random() * FANS))}`,
			'idempotency-key': randomBytes(16).toString('base64url'),
		},
		body: JSON.stringify({ artist_id: anArtist(hotPercent), ticket_number: 1 + Math.floor(Math.random() * 5) }),
	});
	return cannon({ url, requests: [{ setupRequest }], ...load });
}

export function loadReads(url: string, headers: Record<string, string>, load: Load): Promise<Measured> {
	if (loadTool !== 'wrk') return cannon({ url, headers, ...load });
	const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
	return wrk(url, load, flags, []);
}

function anArtist(hotPercent: number): number {
	return Math.random() * 100 < hotPercent ? 1 : 1 + Math.floor(Math.random() * ARTISTS);
}

async function wrk(url: string, { connections, seconds }: Load, flags: string[], args: string[]): Promise<Measured> {
	const options = { '-t': 1, '-c': connections, '-d': `${seconds}s`, '--timeout': '10s', '-s': SCRIPT };
	const { stdout } = await run('wrk', [...Object.entries(options).flat().map(String), ...flags, url, '--', ...args]);
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
}

async function cannon({ seconds, ...options }: autocannon.Options & Load): Promise<Measured> {
	const { requests, duration, latency, errors, timeouts, non2xx, statusCodeStats } = await autocannon({
		...options,
		duration: seconds,
	});
	const good = requests.total - non2xx + (statusCodeStats?.['304']?.count ?? 0);
	return {
		good,
		perSecond: good / duration,
		bad: requests.total - good + errors + timeouts,
		p50Ms: latency.p50,
		p99Ms: latency.p99,
	};
}
