/** What docs/operating/distributed.md tells operators to do with servers, done while fans vote. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { distribute, makeClusterDatabase } from '../fixtures/cluster/cluster.ts';
import { OF_TESTS } from '../fixtures/database/database.ts';
import { dropDatabase, execute, rowsOf, withDatabase } from '../../testkit/execute.ts';
import { bucketsOn } from '../fixtures/cluster/shards.ts';
import { aWorkerLike, type NewWorker } from '../fixtures/cluster/new-worker.ts';
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { aContest, type Contest } from '../fixtures/voting/contests.ts';
import { startCrowd, type Crowd } from '../fixtures/voting/crowd.ts';

const FANS = 64;
const AT_ONCE = 32;
const FOR_MS = 4 * 60_000;
const LIMITS = { VOTE_REQUESTS_PER_SECOND: '100000', VOTE_REQUESTS_BURST: '100000' };
const PATIENCE = { timeout: FOR_MS, interval: 100 };

/** A copy of the template would not do: to a new worker, Citus names the database that it was made as. */
const url = withDatabase(inject('templateUrl'), `lightstick_new_worker_${process.pid}`);

let owner: Database;
let servers: string[];
let contest: Contest;
let fans: Person[];
let site: ServerProcess;
let worker: NewWorker;
let standby: NewWorker | undefined;

beforeAll(async () => {
	const { workerUrls } = await makeClusterDatabase(url);
	servers = [url, ...workerUrls];
	await distribute(url);
	owner = openDatabase(url, { role: null, max: 4, timeouts: OF_TESTS });
	contest = await aContest(owner, 'contest');
	fans = await Promise.all(Array.from({ length: FANS }, (_, n) => aPerson(owner, `fan ${n}`, { earned: 1e9 })));
	site = await startServerProcess(url, LIMITS);
	worker = await aWorkerLike(workerUrls[0] ?? '');
});
afterAll(async () => {
	await site.kill();
	await owner.close();
	for (const each of servers) await dropDatabase(each);
	await standby?.remove();
	await worker.remove();
});

/** Fans vote as long as the work takes, and until some more votes of fans on the new worker have counted. */
async function votedThrough(work: () => Promise<void>): Promise<Crowd> {
	let goesOn = true;
	const crowd = startCrowd({
		fans,
		ballotsMax: Infinity,
		forMs: FOR_MS,
		goesOn: () => goesOn,
		atOnce: AT_ONCE,
		address: () => site.address,
		choose: () => ({ rankingKey: contest.key, artistId: contest.artistIds[0] as number }),
	});
	await expect.poll(() => crowd.countOf('cast'), PATIENCE).toBeGreaterThan(AT_ONCE);
	await work();
	const there = await bucketsOn(owner, standby?.port ?? worker.port);
	const since = crowd.ballots.length;
	const castThere = () =>
		crowd.ballots.slice(since).filter(({ fan, told }) => there.has(fan.bucket) && told.has('cast')).length;
	await expect.poll(castThere, PATIENCE).toBeGreaterThan(20);
	goesOn = false;
	await crowd.done;
	return crowd;
}

let acknowledged: string[] = [];

async function expectAllCounted({ ballots }: Crowd): Promise<void> {
	expect(ballots.filter(({ told }) => !told.has('cast') || told.size > 1)).toEqual([]);
	acknowledged = [...acknowledged, ...ballots.map(({ key }) => key)];
	const stored = await rowsOf<{ key: string }>(url, 'select idempotency_key as key from vote');
	expect(stored.map(({ key }) => key).toSorted()).toEqual(acknowledged.toSorted());
	await expectBooksToBalance(owner);
}

it(
	'a worker is added, and takes over its part of the shards',
	async () => {
		const crowd = await votedThrough(async () => {
			await execute(url, `select citus_add_node('127.0.0.1', ${worker.port})`);
			expect(await bucketsOn(owner, worker.port)).toEqual(new Set());
			await execute(url, `select citus_rebalance_start(shard_transfer_mode := 'force_logical')`);
			await execute(url, 'select citus_rebalance_wait()');
			expect((await bucketsOn(owner, worker.port)).size).toBeGreaterThanOrEqual(5);
		});
		await expectAllCounted(crowd);
	},
	FOR_MS,
);

it(
	'its standby takes over, and no vote that was acknowledged is lost',
	async () => {
		const crowd = await votedThrough(async () => {
			standby = await worker.standby();
			await worker.kill();
			await standby.promote();
			await execute(
				url,
				`select citus_update_node(nodeid, '127.0.0.1', ${standby.port}) from pg_dist_node where nodeport = ${worker.port}`,
			);
		});
		await expectAllCounted(crowd);
	},
	FOR_MS,
);
