/**
 * A database is lost and restored from its archive to a moment in a running vote, as docs/operating/recovery.md says:
 * `npm run after-restore`, and the site goes on with the second server. Both servers are the embedded programs, started as an
 * operator's own server would be.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parseAnchorLeaf, type AnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { base64 } from '#public-log/format/bytes.ts';
import { parseCheckpoint } from '#public-log/format/checkpoint.ts';
import { parseNote } from '#public-log/format/note.ts';
import { readBundle, tilePath } from '#public-log/format/tiles.ts';
import { bringUp, openCluster, shutDown, type Cluster } from '#server/db/embedded-server.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { copyRunningServer, giveToServer } from '../fixtures/database/base-backup.ts';
import { OF_TESTS } from '../fixtures/database/database.ts';
import { rowsOf } from '../../testkit/execute.ts';
import { killServer } from '../fixtures/database/kill-server.ts';
import { LOG_KEYS, runScript, startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { anotherSession } from '../fixtures/accounts/people.ts';
import { postVote } from '../fixtures/http/post-vote.ts';
import type { Ballot } from '../fixtures/voting/crowd.ts';
import { PATIENCE, startVoting, type Voting } from './voting.ts';

const VOTES_BETWEEN = 60;

/** Holds both servers, the archive of the first one's WAL, and the data folder of the site. */
let folder: string;
let archive: string;
let first: Awaited<ReturnType<typeof startEmbedded>>;
let second: Cluster;
let owner: Database;
let site: ServerProcess;
let voting: Voting;
let env: Record<string, string>;
/** Keys that were told "cast" before the moment, and ballots that were sent after it. */
let moment: { at: Date; before: string[]; after: Ballot[] };

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-restored-'));
	archive = join(folder, 'archive');
	second = await openCluster(join(folder, 'second'));
	await mkdir(archive);
	await giveToServer(second, folder);
	first = await startEmbedded({
		folder: join(folder, 'first'),
		settings: { max_connections: '100', archive_mode: 'on', archive_command: `cp "%p" "${archive}/%f"` },
	});
	env = { PUBLIC_URL: 'http://localhost:3000', LIGHTSTICK_DATA: join(folder, 'data'), ...LOG_KEYS };
	site = await startServerProcess(first.url, env);
	owner = openDatabase(first.url, { role: null, max: 4, timeouts: OF_TESTS });
	voting = await startVoting(owner, () => site.address);
});
afterAll(async () => {
	await voting.stop();
	await site.terminate();
	await owner.close();
	await shutDown(second);
	await first.stop();
	await rm(folder, { recursive: true, force: true });
	await rm(second.socket, { recursive: true, force: true });
});

/** Archives everything that was committed, and kills the first server. */
async function loseFirst(): Promise<void> {
	const [last] = await rowsOf<{ segment: string }>(first.url, 'select pg_walfile_name(pg_switch_wal()) as segment');
	const archived = `select from pg_stat_archiver where last_archived_wal >= '${last?.segment}'`;
	await vi.waitUntil(async () => (await rowsOf(first.url, archived)).length > 0, { timeout: 30_000, interval: 50 });
	await killServer(first.url, join(folder, 'first'));
}

/** Brings up the second server as of the moment, and returns its owner's address. */
async function restore(to: Date): Promise<string> {
	await writeFile(join(second.files, 'recovery.signal'), '');
	await giveToServer(second, join(folder, 'second'));
	second.settings = {
		max_connections: '100',
		restore_command: `cp "${archive}/%f" "%p"`,
		recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
		recovery_target_action: 'promote',
		recovery_target_timeline: 'current',
		// It answers when the moment is reached, not before.
		hot_standby: 'off',
	};
	await bringUp(second);
	return first.url.replace(/host=.*/, `host=${encodeURIComponent(second.socket)}`);
}

it('a backup is taken while the crowd votes, and the server is lost after more votes were published', async () => {
	await voting.moreVotes(VOTES_BETWEEN);
	await copyRunningServer(first.url, join(folder, 'first/postgres'), second.files);
	await voting.moreVotes(VOTES_BETWEEN);
	const { crowd } = voting;
	const sent = crowd.ballots.length;
	const told = crowd.ballots.filter(({ told: outcomes }) => outcomes.has('cast'));
	moment = { at: new Date(), before: told.map(({ key }) => key), after: [] };
	await voting.moreVotes(VOTES_BETWEEN);
	const text = 'select published_size from vote_log where published_size > $1';
	const published = () => owner.query({ text, values: [sent + VOTES_BETWEEN / 2] });
	await expect.poll(async () => (await published()).length, PATIENCE).toBe(1);
	await voting.stop();
	moment.after = crowd.ballots.slice(sent);
	await site.terminate();
	await owner.close();
	await loseFirst();
});

it('refuses a moment without its zone, or to come, and gives the logs of the second server new names when it has one', async () => {
	const url = await restore(moment.at);
	owner = openDatabase(url, { role: null, max: 4, timeouts: OF_TESTS });
	const onSecond = { ...env, DATABASE_URL: url, DATABASE_POOL_URL: '' };
	for (const [args, why] of [
		[[], 'needs its zone'],
		[['2026-11-30T23:59:59'], 'needs its zone'],
		[['2962-11-30T23:59:59Z'], 'lies in the future'],
	] as const) {
		const refused = await runScript('after-restore.ts', onSecond, [...args]);
		expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(why)]);
	}
	const done = await runScript('after-restore.ts', onSecond, ['--', moment.at.toISOString()]);
	expect([done.code, done.output]).toEqual([0, expect.stringContaining('The books balance.')]);
	expect(done.output).toContain('ok     public log localhost:3000/g2/log/november');
	expect(done.output).toMatch(/Ended [1-9]\d* sessions of fans and 0 of operators/);
	expect(done.output).toMatch(/Operators, with their role and passkeys: none/);
	const { output } = await runScript('doctor.ts', onSecond);
	expect(output).toMatch(/^MEND  standbys .*reset recovery_target_time/m);
	const stored = await owner.query<{ key: string }>({ text: 'select idempotency_key as key from vote' });
	const keys = new Set(stored.map(({ key }) => key));
	expect(moment.before.filter((key) => !keys.has(key))).toEqual([]);
	expect(moment.after.filter(({ key }) => keys.has(key))).toEqual([]);
	site = await startServerProcess(url, env);
});

it('a vote that was lost counts once when its device sends it again, and both logs hold what they promised', async () => {
	const { fan, key, artistId, votes } = moment.after[0] as Ballot;
	const token = await anotherSession(owner, fan);
	const november = { key: 'november', artistIds: [artistId] };
	const send = async () => (await postVote(site.address, november, { token, key, tickets: votes })).status;
	expect([await send(), await send()]).toEqual([200, 200]);
	const counted = { text: 'select tickets from vote where idempotency_key = $1', values: [key] };
	expect(await owner.query(counted)).toEqual([{ tickets: votes }]);
	const logs = [`${site.address}/log/november`, `${site.address}/g2/log/november`];
	const audits = [await runScript('audit-log.ts', {}, [logs[0] as string])];
	const later = () => runScript('audit-log.ts', {}, [logs[1] as string]);
	const votesIn = ({ output }: { output: string }) => Number(/(\d+) votes cast/.exec(output)?.[1]);
	await expect.poll(async () => votesIn(await later()), PATIENCE).toBeGreaterThan(moment.before.length);
	audits.push(await later());
	expect(audits.map(({ code }) => code)).toEqual([0, 0]);
	expect(votesIn(audits[0] as { output: string })).toBeGreaterThan(votesIn(audits[1] as { output: string }));
	await expectBooksToBalance(owner);
});

it('what was published before stays as it was, and the new anchor says where it has ended', async () => {
	const [ended, goingOn] = [`${site.address}/log/november`, `${site.address}/g2/log/november`];
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
		successor: 'localhost:3000/g2/log/november',
		kept: expect.any(Number),
		keptRoot: expect.any(String),
	});
	const both = await runScript('audit-log.ts', {}, [`${site.address}/g2/anchor`, '--log', ended, '--log', goingOn]);
	expect(both.output).toContain('The log passes.');
	expect(both.output).toMatch(/, [1-9]\d* from after .* were dropped$/m);
	const overview = (await (await fetch(`${site.address}/api/v1/vote-logs`)).json()) as { restores: unknown[] };
	expect(JSON.stringify(overview)).toContain('"log":"localhost:3000/g2/log/november"');
});

/** The leaves of a small anchor, unverified: the auditor has done that. */
async function readAnchor(address: string): Promise<(AnchorLeaf | null)[]> {
	const { size = 0 } =
		parseCheckpoint(parseNote(await (await fetch(`${address}/checkpoint`)).text())?.text ?? '') ?? {};
	const bundle = await fetch(`${address}/${tilePath({ level: 'entries', index: 0, width: size })}`);
	return readBundle(new Uint8Array(await bundle.arrayBuffer())).map(parseAnchorLeaf);
}
