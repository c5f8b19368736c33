/**
 * Backups and restores of the embedded database. A crowd votes all the time: a backup is taken, killed, and fails on a full
 * disk; then the site is restored to a moment at which the crowd was voting.
 */
import { existsSync } from 'node:fs';
import { open, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAnchorLeaf, type AnchorLeaf } from '#contract/proof/anchor/anchor-leaf.ts';
import { base64 } from '#contract/proof/bytes.ts';
import { parseCheckpoint } from '#contract/proof/checkpoint.ts';
import { parseNote } from '#contract/proof/note.ts';
import { readBundle, tilePath } from '#contract/proof/tiles.ts';
import { listBackups } from '#server/backup/catalog.ts';
import { basesOf, clusterOf, unfinishedMarkOf, walOf } from '#server/backup/layout.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { openDatabase } from '#server/db/pool.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { OF_TESTS } from '../fixtures/database/database.ts';
import { runScript, startServerProcess } from '../../testkit/processes.ts';
import { openRestoreScene, type RestoreScene } from './restore-scene.ts';
import { aSmallDisk, PATIENCE } from './scene.ts';

const VOTES_BETWEEN = 60;

let scene: RestoreScene;
/** A moment while the crowd votes, and the keys that were told "cast" before it and sent after it. */
let moment: { at: Date; before: string[]; sent: number };

beforeAll(async () => {
	scene = await openRestoreScene();
});
afterAll(() => scene.close());

const backups = () => listBackups(scene.backups);
const history = async () => join(scene.backups, (await readdir(scene.backups)).toSorted()[0] ?? '');

/** Flips one bit in the middle of a file. Doing it again takes it back. */
async function damage(path: string): Promise<void> {
	const file = await open(path, 'r+');
	const at = Math.floor((await file.stat()).size / 2);
	const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
	await file.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, at);
	await file.close();
}

it('a backup that is killed is none, and the next one removes its remains', async () => {
	await scene.moreVotes(VOTES_BETWEEN);
	const bases = basesOf(await history());
	const drafts = async () => (existsSync(bases) ? (await readdir(bases)).filter((name) => name.startsWith('.')) : []);
	await scene.killWhen(async () => (await drafts()).length > 0, 'backup.ts');
	expect(await drafts()).toHaveLength(1);
	expect(await backups()).toEqual([]);
	const taken = await scene.run('backup.ts');
	expect([taken.code, taken.output]).toEqual([0, expect.stringContaining('MB of database files')]);
	expect([await drafts(), (await backups()).length]).toEqual([[], 1]);
});

it('a full disk fails the backup and leaves no half of one, and voting goes on', async () => {
	// The archive needs a little, the copy of the database needs more than there is.
	const disk = await aSmallDisk(8);
	if (!disk) return;
	try {
		const bases = basesOf(await history());
		await rename(bases, `${bases}.aside`);
		await symlink(disk.folder, bases);
		const failed = await scene.run('backup.ts');
		expect([failed.code, failed.output]).toEqual([1, expect.stringContaining('ENOSPC')]);
		expect(await readdir(disk.folder)).toEqual([]);
		await rm(bases);
		await rename(`${bases}.aside`, bases);
		await scene.moreVotes(VOTES_BETWEEN);
	} finally {
		await disk.remove();
	}
});

it('everything stops cleanly after a moment in a running vote', async () => {
	await scene.moreVotes(VOTES_BETWEEN);
	const { ballots } = scene.crowd;
	moment = {
		at: new Date(),
		before: ballots.filter(({ told }) => told.has('cast')).map(({ key }) => key),
		sent: ballots.length,
	};
	await scene.moreVotes(VOTES_BETWEEN);
	// Votes from after the moment are in the public log, and so promised for ever.
	const text = 'select published_size from vote_log where published_size > $1';
	const published = () => scene.owner.query({ text, values: [moment.sent + VOTES_BETWEEN / 2] });
	await expect.poll(async () => (await published()).length, PATIENCE).toBe(1);
	await scene.stop();
	const [backup] = await backups();
	expect(backup?.gap).toBeNull();
	expect(backup?.until?.getTime()).toBeGreaterThan(moment.at.getTime());
});

it('refuses a folder that is not empty', async () => {
	const refused = await scene.run('restore.ts');
	expect([refused.code, refused.output]).toEqual([
		1,
		expect.stringContaining('is not empty, and a restore overwrites'),
	]);
});

it('finds a damaged file of a backup and a damaged segment', async () => {
	const into = { LIGHTSTICK_DATA: join(scene.folder, 'damaged') };
	const [backup] = await backups();
	const path = Object.keys(backup?.manifest.cluster ?? {}).find((name) => name.startsWith('base/')) ?? '';
	const place = join(backup?.folder ?? '', 'cluster', path);
	await damage(place);
	const copied = await scene.run('restore.ts', [], into);
	expect([copied.code, copied.output]).toEqual([1, expect.stringContaining(`${path} is damaged`)]);
	await damage(place);
	const segment = join(walOf(await history()), `${backup?.manifest.firstSegment}.zst`);
	await damage(segment);
	const replayed = await scene.run('restore.ts', [], into);
	expect([replayed.code, replayed.output]).toEqual([1, expect.stringContaining('.zst is damaged')]);
	await damage(segment);
});

it('a restore that is killed starts no site, and begins anew', async () => {
	const data = join(scene.folder, 'restored');
	const into = { LIGHTSTICK_DATA: data };
	const hasBegun = async () => existsSync(unfinishedMarkOf(data)) && existsSync(join(clusterOf(data), 'base'));
	await scene.killWhen(hasBegun, 'restore.ts', [], into);
	const refused = await scene.run('audit.ts', [], { ...into, LIGHTSTICK_BACKUPS: '' });
	expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('run npm run restore again')]);
	const restored = await scene.run('restore.ts', ['--to', moment.at.toISOString()], into);
	expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('The books balance.')]);
	expect(restored.output).toContain('ok     public log localhost:3000/g2/log/november');
});

it('holds every vote that was acknowledged before the moment, none that was cast after it, and the books balance', async () => {
	const embedded = await startEmbedded({ folder: join(scene.folder, 'restored') });
	const owner = openDatabase(embedded.url, { role: null, max: 2, timeouts: OF_TESTS });
	try {
		const stored = await owner.query<{ key: string }>({ text: 'select idempotency_key as key from vote' });
		const keys = new Set(stored.map(({ key }) => key));
		expect(moment.before.filter((key) => !keys.has(key))).toEqual([]);
		expect(scene.crowd.ballots.slice(moment.sent).filter(({ key }) => keys.has(key))).toEqual([]);
		expect(moment.before.length).toBeGreaterThan(VOTES_BETWEEN);
		await expectBooksToBalance(owner);
	} finally {
		await owner.close();
		await embedded.stop();
	}
});

it('goes on under new names, and what was published before stays as it was', async () => {
	const data = join(scene.folder, 'restored');
	const site = await startServerProcess('', { ...scene.env, LIGHTSTICK_DATA: data });
	try {
		const [ended, goingOn] = [`${site.address}/log/november`, `${site.address}/g2/log/november`];
		const audits = [await runScript('audit-log.ts', {}, [ended]), await runScript('audit-log.ts', {}, [goingOn])];
		expect(audits.map(({ code }) => code)).toEqual([0, 0]);
		const [endedVotes = 0, votes = 0] = audits.map(({ output }) => Number(/(\d+) votes cast/.exec(output)?.[1]));
		expect(endedVotes).toBeGreaterThan(votes);
		expect(votes).toBeGreaterThanOrEqual(moment.before.length);
		const anchor = () => runScript('audit-log.ts', {}, [`${site.address}/g2/anchor`, '--log', goingOn]);
		await expect.poll(async () => (await anchor()).output, PATIENCE).toContain('The log passes.');
		const signed = parseCheckpoint(parseNote(await (await fetch(`${ended}/checkpoint`)).text())?.text ?? '');
		expect(await readAnchor(`${site.address}/g2/anchor`)).toContainEqual({
			type: 'restored',
			at: expect.any(Number),
			to: Math.floor(moment.at.getTime() / 1000),
			origin: 'localhost:3000/log/november',
			size: signed?.size,
			root: base64(signed?.root ?? new Uint8Array()),
		});
		const overview = (await (await fetch(`${site.address}/api/v1/vote-logs`)).json()) as { restores: unknown[] };
		expect(JSON.stringify(overview)).toContain('"log":"localhost:3000/g2/log/november"');
	} finally {
		await site.terminate();
	}
});

/** The leaves of a small anchor, unverified: the auditor has done that. */
async function readAnchor(address: string): Promise<(AnchorLeaf | null)[]> {
	const { size = 0 } =
		parseCheckpoint(parseNote(await (await fetch(`${address}/checkpoint`)).text())?.text ?? '') ?? {};
	const bundle = await fetch(`${address}/${tilePath({ level: 'entries', index: 0, width: size })}`);
	return readBundle(new Uint8Array(await bundle.arrayBuffer())).map(parseAnchorLeaf);
}

it('says that the archive does not reach a later moment, and restores everything without one', async () => {
	const into = { LIGHTSTICK_DATA: join(scene.folder, 'latest') };
	const later = await scene.run('restore.ts', ['--to', '2099-01-01T00:00:00Z'], into);
	expect([later.code, later.output]).toEqual([1, expect.stringContaining('Leave --to away')]);
	const restored = await scene.run('restore.ts', [], into);
	const counted = scene.crowd.countOf('cast');
	expect([restored.code, restored.output]).toEqual([0, expect.stringContaining(`${counted} votes with`)]);
	await rm(into.LIGHTSTICK_DATA, { recursive: true });
});
