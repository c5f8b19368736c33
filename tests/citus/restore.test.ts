/** A cluster is restored to a named point in a running vote, as docs/operating/distributed.md says, and the books balance. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { distribute, makeClusterDatabase } from '../fixtures/cluster/cluster.ts';
import { OF_TESTS } from '../fixtures/database/database.ts';
import { dropDatabase, execute, rowsOf, withDatabase } from '../../testkit/execute.ts';
import { backUpServer, type ServerBackup } from '../fixtures/cluster/server-backup.ts';
import { LOG_KEYS, runScript, startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { aContest } from '../fixtures/voting/contests.ts';
import { startCrowd, type Crowd } from '../fixtures/voting/crowd.ts';

const FANS = 64;
const FOR_MS = 4 * 60_000;
const PATIENCE = { timeout: FOR_MS, interval: 100 };
const VOTES_BETWEEN = 100;

const url = withDatabase(inject('templateUrl'), `lightstick_restore_${process.pid}`);

let servers: string[];
let owner: Database;
let env: Record<string, string>;
let site: ServerProcess;
let crowd: Crowd;
let goesOn = true;
const backups: ServerBackup[] = [];

beforeAll(async () => {
	const { workerUrls } = await makeClusterDatabase(url);
	servers = [url, ...workerUrls];
	await distribute(url);
	owner = openDatabase(url, { role: null, max: 4, timeouts: OF_TESTS });
	const contest = await aContest(owner, 'november');
	const fans: Person[] = await Promise.all(
		Array.from({ length: FANS }, (_, n) => aPerson(owner, `fan ${n}`, { earned: 1e9 })),
	);
	env = {
		VOTE_REQUESTS_PER_SECOND: '100000',
		VOTE_REQUESTS_BURST: '100000',
		PUBLIC_URL: 'http://localhost:3000',
		LIGHTSTICK_DATA: await mkdtemp(join(tmpdir(), 'lightstick-restore-')),
		...LOG_KEYS,
	};
	site = await startServerProcess(url, env);
	crowd = startCrowd({
		fans,
		ballotsMax: Infinity,
		forMs: FOR_MS,
		goesOn: () => goesOn,
		atOnce: 16,
		pauseMs: 10,
		address: () => site.address,
		choose: () => ({ rankingKey: contest.key, artistId: contest.artistIds[0] as number }),
	});
});
afterAll(async () => {
	goesOn = false;
	await crowd.done;
	await site.terminate();
	await owner.close();
	for (const backup of backups) await backup.remove();
	for (const each of servers) await dropDatabase(each);
	await rm(env.LIGHTSTICK_DATA as string, { recursive: true, force: true });
});

async function moreVotes(): Promise<void> {
	const before = crowd.countOf('cast');
	await expect.poll(() => crowd.countOf('cast') - before, PATIENCE).toBeGreaterThanOrEqual(VOTES_BETWEEN);
}

/** Each server was restored at another port: whoever names one of the others names the new one. */
async function introduce(): Promise<void> {
	const [coordinator] = backups;
	const renamed = backups.map(({ ports: [was, is] }) => `when ${was} then ${is}`).join(' ');
	for (const server of backups) {
		await execute(server.url, `update pg_dist_node set nodeport = case nodeport ${renamed} else nodeport end`);
	}
	await execute(coordinator?.url ?? '', 'select recover_prepared_transactions()');
}

it(
	'every vote from before the point is there, none from after it, and set-back and audit pass',
	async () => {
		await moreVotes();
		for (const each of servers) backups.push(await backUpServer(each));
		await moreVotes();
		const before = crowd.ballots.filter(({ told }) => told.has('cast')).map(({ key }) => key);
		await execute(url, `select citus_create_restore_point('before-the-finale')`);
		const at = new Date().toISOString();
		const sent = crowd.ballots.length;
		await moreVotes();
		goesOn = false;
		await crowd.done;
		await site.terminate();
		const after = crowd.ballots.slice(sent).map(({ key }) => key);

		for (const backup of backups) await backup.restore('before-the-finale');
		await introduce();
		const restored = backups[0]?.url ?? '';
		const onSecond = { ...env, DATABASE_URL: restored, DATABASE_POOL_URL: '' };
		const setBack = await runScript('set-back.ts', onSecond, [at]);
		expect([setBack.code, setBack.output]).toEqual([
			0,
			expect.stringContaining('ok     public log localhost:3000/g2/log/november'),
		]);
		const audit = await runScript('audit.ts', onSecond);
		expect([audit.code, audit.output]).toEqual([0, expect.stringContaining('The books balance.')]);
		const stored = await rowsOf<{ key: string }>(restored, 'select idempotency_key as key from vote');
		const keys = new Set(stored.map(({ key }) => key));
		expect(before.filter((key) => !keys.has(key))).toEqual([]);
		expect(after.filter((key) => keys.has(key))).toEqual([]);
	},
	2 * FOR_MS,
);
