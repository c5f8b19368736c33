/** What the failover test runs: a primary and its standby, two processes, a balancer, a crowd, and a fan with the page open. */
import { expect } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import { one, type Database } from '#server/kernel/database.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { aPerson } from '../fixtures/accounts/people.ts';
import { OF_TESTS } from '../fixtures/database/database.ts';
import { severalHosts } from '../fixtures/database/several-hosts.ts';
import { startPrimaryAndStandby, type PrimaryAndStandby } from '../fixtures/database/standby.ts';
import { startBalancer } from '../fixtures/processes/balancer.ts';
import type { Balancer } from '../fixtures/processes/round-robin.ts';
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { aContest } from '../fixtures/voting/contests.ts';
import { startCrowd, type Crowd } from '../fixtures/voting/crowd.ts';
import { watchChart, type ChartWatch } from './chart-watch.ts';
import { watchLive, type LiveWatch } from './live-watch.ts';
import { expectMemoriesToAgree } from './memories.ts';
import { PATIENCE } from './scene.ts';

const FANS = 200;
const AT_ONCE = 40;
const PAUSE_MS = 10;
const LIMITS = { VOTE_REQUESTS_PER_SECOND: '100000', READS_PER_MINUTE: '1000000' };

export interface FailoverScene {
	/** Names both servers, the first primary first. */
	url: string;
	servers: PrimaryAndStandby;
	nodes: ServerProcess[];
	balancer: Balancer;
	crowd: Crowd;
	chart: ChartWatch;
	live: LiveWatch;
	killNode(index: number): Promise<void>;
	startNode(index: number): Promise<void>;
	/** Until so many more votes were counted. */
	moreVotes(count: number): Promise<void>;
	/** Adds a job that is due in some seconds, and returns its key. */
	addJob(): Promise<string>;
	isDone(key: string): Promise<boolean>;
	publishedSize(): Promise<number>;
	/** Stops the crowd and compares what it was told with the stored votes. */
	settle(): Promise<void>;
	close(): Promise<void>;
}

/** @param lead gives the address of the processes' database, where it is another one than that of both servers */
export async function openFailoverScene(
	lead?: (servers: PrimaryAndStandby) => Promise<string>,
): Promise<FailoverScene> {
	const servers = await startPrimaryAndStandby({ synchronous: true });
	const url = severalHosts(servers.primaryUrl, servers.standbyUrl);
	const siteUrl = lead ? await lead(servers) : url;
	const owner = openDatabase(url, { role: null, max: 4, timeouts: OF_TESTS });
	const contest = await aContest(owner, 'november');
	const fans = await Promise.all(
		Array.from({ length: FANS }, (_, n) => aPerson(owner, `fan ${n}`, { earned: 1e9, purchased: 70 })),
	);
	const ports = [await freePort(), await freePort()];
	const start = (index: number) => startServerProcess(siteUrl, { ...LIMITS, PORT: String(ports[index]) });
	const nodes = await Promise.all(ports.map((_, index) => start(index)));
	const balancer = await startBalancer(ports);
	let going = true;
	const crowd = startCrowd({
		fans,
		ballotsMax: 1e9,
		forMs: 1e9,
		atOnce: AT_ONCE,
		pauseMs: PAUSE_MS,
		goesOn: () => going,
		address: () => balancer.address,
		choose: () => ({ rankingKey: contest.key, artistId: contest.artistIds[0] as number }),
	});
	const chart = watchChart(() => balancer.address, contest.key);
	const live = watchLive(balancer.address, contest.key);
	return {
		url,
		servers,
		nodes,
		balancer,
		crowd,
		chart,
		live,
		killNode: (index) => nodes[index]?.kill() ?? Promise.resolve(),
		async startNode(index) {
			nodes[index] = await start(index);
		},
		async moreVotes(count) {
			const before = crowd.countOf('cast');
			await expect.poll(() => crowd.countOf('cast') - before, PATIENCE).toBeGreaterThanOrEqual(count);
		},
		addJob: () => addJob(owner),
		async isDone(key) {
			const left = await owner.query({
				text: 'select from graphile_worker._private_jobs where key = $1',
				values: [key],
			});
			return left.length === 0;
		},
		async publishedSize() {
			const text = 'select sum(published_size) as size from vote_log';
			return (await one<{ size: number }>(owner, { text })).size;
		},
		async settle() {
			going = false;
			await crowd.done;
			await Promise.all([chart.stop(), live.stop()]);
			await expectMemoriesToAgree(crowd, owner);
			await expectBooksToBalance(owner);
		},
		async close() {
			going = false;
			await Promise.all([chart.stop(), live.stop()]);
			for (const node of nodes) await node.kill();
			await balancer.close();
			await owner.close();
			await servers.close();
		},
	};
}

let jobs = 0;

async function addJob(owner: Database): Promise<string> {
	jobs += 1;
	const key = `failover:${jobs}`;
	await owner.transaction((tx) => enqueue(tx, 'take_snapshots', {}, { key }));
	return key;
}
