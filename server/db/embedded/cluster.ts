/** One PostgreSQL server on one folder: makes its files, starts its process, waits for it, stops it. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeFolder, type StartsAs } from './folders.ts';

export interface Cluster {
	binaries: string;
	user: StartsAs;
	/** The server's files. */
	files: string;
	log: string;
	socket: string;
	/** Connection string of its owner to a database that is always there. */
	url: string;
	settings: Record<string, string>;
	durable: boolean;
}

export const OWNER = 'lightstick';
const START_TIMEOUT_MS = 60_000;
const ASK_EVERY_MS = 20;
const ANSWER_TIMEOUT_MS = 5_000;
/** Between two tries to start: a server refuses its files as long as a child of the last one runs. */
const START_AGAIN_MS = { first: 100, most: 2_000 };
/** A process with the server's number that is silent for so long may be another one: PostgreSQL itself decides then. */
const SILENT_MS = 3_000;

export const isMade = ({ files }: Cluster): boolean => existsSync(join(files, 'PG_VERSION'));

/** Makes the files beside their place and moves them there whole: what `kill -9` leaves behind never looks finished. */
export async function makeFiles(cluster: Cluster): Promise<void> {
	const { binaries, user, files, durable } = cluster;
	await removeUnfinished(files);
	const unfinished = `${files}.making-${process.pid}-${randomBytes(4).toString('hex')}`;
	making.add(basename(unfinished));
	await makeFolder(unfinished, user);
	const [program, ...first] = user.wrap(join(binaries, 'initdb'));
	await promisify(execFile)(
		program,
		[
			...first,
			'-D',
			unfinished,
			'-U',
			OWNER,
			'--auth=trust',
			'--encoding=UTF8',
			'--locale-provider=builtin',
			'--builtin-locale=C.UTF-8',
			'--locale=C',
			...(durable ? [] : ['--no-sync']),
		],
		user.ids,
	);
	await rename(unfinished, files).catch(async (error: unknown) => {
		// Another process on the same folder was first.
		if (!isMade(cluster)) throw error;
		await rm(unfinished, { recursive: true, force: true });
	});
}

/** Folders that this process is creating. In a container, the next process may get the same process ID. */
const making = new Set<string>();

async function removeUnfinished(files: string): Promise<void> {
	const folder = dirname(files);
	for (const name of await readdir(folder)) {
		const [, pid] = name.startsWith(basename(files)) ? (/\.making-(\d+)-/.exec(name) ?? []) : [];
		const isBeingMade = Number(pid) === process.pid ? making.has(name) : isRunning(Number(pid));
		if (!pid || isBeingMade) continue;
		// An initdb may still be writing there. The next start removes the rest.
		await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
	}
}

/**
 * Starts the server unless somebody else does; resolves as soon as it answers. Never makes files: where they are gone,
 * an empty database would take the place of a full one.
 */
export async function bringUp(cluster: Cluster, signal?: AbortSignal): Promise<ChildProcess | null> {
	const patientUntil = Date.now() + SILENT_MS;
	let giveUpAt = Date.now() + START_TIMEOUT_MS;
	let wait: number = START_AGAIN_MS.first;
	let tryAt = 0;
	let child: ChildProcess | null = null;
	for (;;) {
		const state = await stateOf(cluster.url);
		if (state === 'answers') return child;
		signal?.throwIfAborted();
		if (!isMade(cluster)) throw new Error(`The files of the embedded database are gone: ${cluster.files}`);
		// Recovery takes as long as it takes.
		if (state === 'starting') giveUpAt = Date.now() + START_TIMEOUT_MS;
		if (Date.now() > giveUpAt) throw new Error(`PostgreSQL did not start; see ${cluster.log}`);
		const isOurs = child !== null && child.exitCode === null && child.signalCode === null;
		const isTheirs = Date.now() < patientUntil && isRunning(await readPid(cluster));
		if (!isOurs && !isTheirs && state === 'silent' && Date.now() >= tryAt) {
			child = spawnServer(cluster);
			tryAt = Date.now() + wait;
			wait = Math.min(wait * 2, START_AGAIN_MS.most);
		}
		await pause(ASK_EVERY_MS);
	}
}

export function spawnServer({ binaries, user, files, socket, log, settings, durable }: Cluster): ChildProcess {
	const options = { fsync: durable ? 'on' : 'off', ...(durable ? {} : { synchronous_commit: 'off' }), ...settings };
	const [program, ...first] = user.wrap(join(binaries, 'postgres'));
	const output = openSync(log, 'a', 0o600);
	const child = spawn(
		program,
		[
			...first,
			'-D',
			files,
			'-k',
			socket,
			'-c',
			'listen_addresses=',
			...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		],
		{ stdio: ['ignore', output, output], detached: true, ...user.ids },
	);
	closeSync(output);
	child.on('error', () => undefined);
	child.unref();
	return child;
}

type State = 'answers' | 'starting' | 'silent';

export async function stateOf(url: string): Promise<State> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_TIMEOUT_MS });
	client.on('error', () => undefined);
	try {
		await client.connect();
		await client.end();
		return 'answers';
	} catch (error) {
		return error instanceof pg.DatabaseError && error.code === '57P03' ? 'starting' : 'silent';
	}
}

/** SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, everything committed is kept. */
export async function shutDown(cluster: Cluster): Promise<void> {
	const pid = await readPid(cluster);
	if (pid === null) return;
	try {
		process.kill(pid, 'SIGINT');
	} catch {
		return;
	}
	const giveUpAt = Date.now() + START_TIMEOUT_MS;
	while ((await readPid(cluster)) === pid && Date.now() < giveUpAt) await pause(ASK_EVERY_MS);
}

async function readPid({ files }: Cluster): Promise<number | null> {
	const text = await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '');
	return Number(text.split('\n')[0]) || null;
}

function isRunning(pid: number | null): boolean {
	if (pid === null) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}
