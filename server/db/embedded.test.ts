/** The embedded database on bad days: killed, used by two, its folders touched by others. */
import { access, constants, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbedded, type EmbeddedOptions } from './embedded.ts';
import { socketFolder, temporaryFolder } from './embedded-server.ts';
import { openDatabase } from './pool.ts';

const WITHIN_A_MINUTE = { timeout: 60_000, interval: 50 };

let folder: string;
let running: Awaited<ReturnType<typeof startEmbedded>>[];

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-embedded-'));
	running = [];
});
afterEach(async () => {
	for (const database of running) await database.stop();
	await rm(folder, { recursive: true, force: true });
	await rm(socketFolder(folder), { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedOptions> = {}) {
	const database = await startEmbedded({ folder, durable: false, ...options });
	running.push(database);
	return database;
}

async function answers({ url }: { url: string }): Promise<boolean> {
	const db = openDatabase(url, { role: null, max: 1 });
	try {
		await db.query({ text: 'select 1' });
		return true;
	} catch {
		return false;
	} finally {
		await db.close();
	}
}

async function killServer(): Promise<void> {
	const [pid] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
	process.kill(Number(pid), 'SIGKILL');
}

it('a server that dies is started again by the next start, with everything committed', async () => {
	const owner = await start({ durable: true });
	const guest = await start({ durable: true });
	expect([owner.adopted, guest.adopted]).toEqual([false, true]);
	const db = openDatabase(owner.url, { role: null, max: 1 });
	await db.query({ text: 'create table kept as select 7 as number' });
	await killServer();
	const next = await start({ durable: true });
	expect(next.adopted).toBe(false);
	expect(await db.query({ text: 'select number from kept' })).toEqual([{ number: 7 }]);
	await db.close();
	// The two whose connections broke do not stop the server that a third one uses.
	await Promise.all([owner.stop(), guest.stop()]);
	expect(await answers(next)).toBe(true);
	await next.stop();
	expect(await answers(next)).toBe(false);
});

it('a server that dies does not keep a process that ends from ending', async () => {
	const database = await start();
	await killServer();
	await expect.poll(() => answers(database), WITHIN_A_MINUTE).toBe(false);
	await database.stop();
});

it('a server that two processes use is made once if they start at once, goes on until both have ended, and is started anew by one that comes meanwhile', async () => {
	const [first, second] = await Promise.all([start(), start()]);
	await first.stop();
	expect(await answers(second)).toBe(true);
	const [, third] = await Promise.all([second.stop(), start()]);
	expect(await answers(third)).toBe(true);
	await third.stop();
	expect(await answers(second)).toBe(false);
});

it('files that were left half made are thrown away by the next start', async () => {
	// No process has this number: it is above what the system gives out.
	const unfinished = join(folder, 'postgres.making-999999999-a1');
	await mkdir(join(unfinished, 'base'), { recursive: true });
	expect(await answers(await start())).toBe(true);
	expect((await readdir(folder)).toSorted()).toEqual(['postgres', 'postgres.log']);
	expect((await stat(join(folder, 'postgres'))).mode & 0o777).toBe(0o700);
});

it.each([
	['it is a link', async (place: string) => symlink(await mkdtemp(join(folder, 'elsewhere-')), place)],
	['others may write to it', (place: string) => mkdir(place).then(() => chmod(place, 0o777))],
])('the socket’s folder is not used if %s', async (_, prepare) => {
	await prepare(socketFolder(folder));
	await expect(start()).rejects.toThrow('was made by somebody else, or others may write to it');
});

it('the folder of the socket fits a socket and can be written, whatever TMPDIR is', async () => {
	const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }).filter((name) => !/[/\0]/.test(name));
	const asked = fc.oneof(
		part,
		fc.constantFrom('', '.', '/proc/self/status', '/nowhere', '/a b', 'x y/#%'),
		part.map((name) => join(folder, name)),
	);
	await fc.assert(
		fc.asyncProperty(asked, async (path) => {
			if (path.startsWith(folder)) await mkdir(path).catch(() => undefined);
			const taken = temporaryFolder(path);
			const socket = join(taken, 'lightstick-0123456789abcdef', '.s.PGSQL.5432.lock');
			const fits = [isAbsolute(taken), Buffer.byteLength(socket) <= 107, [path, '/tmp'].includes(taken)];
			expect(fits).toEqual([true, true, true]);
			await access(taken, constants.W_OK);
		}),
	);
	const short = await mkdtemp('/tmp/한 #%');
	expect(temporaryFolder(short)).toBe(short);
	await rm(short, { recursive: true });
});
