/**
 * Two processes behind a balancer, a primary and a synchronous standby. One process knows both servers, the other one the
 * address of a proxy that follows the primary. While a crowd votes, one process is killed, then the primary, whose standby
 * is promoted, then that process again. Nobody lends the site a hand. `npm run test:failover` runs it; FAILOVER_MINUTES
 * makes it long: so many minutes, with a process killed every ten seconds.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import { one } from '#server/kernel/database.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { runScript, startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { beforeTests } from '../fixtures/before-tests.ts';
import { OF_TESTS } from '../fixtures/database/database.ts';
import { openDatabaseLine } from '../fixtures/database/database-line.ts';
import { severalHosts } from '../fixtures/database/several-hosts.ts';
import { startPrimaryAndStandby } from '../fixtures/database/standby.ts';
import { startRoundRobin } from '../fixtures/processes/round-robin.ts';
import { startVoting } from './voting.ts';

const MINUTES = Number(process.env.FAILOVER_MINUTES ?? 0);
const VOTES_BETWEEN = 300;
const HALF_MS = (MINUTES * 60_000) / 2;
const TEST_MS = HALF_MS + 3 * 60_000;
/** From the death of the primary to the promotion: as long as a quick watcher takes to be sure. */
const WITHOUT_PRIMARY_MS = 2_000;
const BETWEEN_KILLS_MS = 10_000;
/** What an operator is promised. */
const WITHIN = { timeout: 15_000, interval: 20 };

const passes = async (milliseconds: number) => {
	const from = performance.now();
	await expect.poll(() => performance.now() - from, { timeout: milliseconds + 10_000 }).toBeGreaterThan(milliseconds);
};

const servers = beforeTests(() => startPrimaryAndStandby({ synchronous: true }));
/** Names both servers, the first primary first. */
const url = () => severalHosts(servers.primaryUrl, servers.standbyUrl);
const proxy = beforeTests(() => openDatabaseLine(servers.primaryUrl));
const owner = beforeTests(async () => openDatabase(url(), { role: null, max: 4, timeouts: OF_TESTS }));
let ports: number[];
const nodes: ServerProcess[] = [];
const startNode = async (index: number) => {
	nodes[index] = await startServerProcess(index === 0 ? url() : proxy.url, { PORT: String(ports[index]) });
};
beforeAll(async () => {
	ports = [await freePort(), await freePort()];
	await Promise.all([startNode(0), startNode(1)]);
});
afterAll(async () => {
	for (const node of nodes) await node.kill();
});
const balancer = beforeTests(() => startRoundRobin(ports));
const voting = beforeTests(() => startVoting(owner, () => balancer.address));

/** The other process alone takes votes, until this one is there again. */
async function killAndRestart(node: number): Promise<void> {
	await nodes[node]?.kill();
	await voting.moreVotes(VOTES_BETWEEN);
	await startNode(node);
	await voting.moreVotes(VOTES_BETWEEN);
}

/** Adds a job that is due in some seconds. Returns whether it is done. */
async function addJob(key: string): Promise<() => Promise<boolean>> {
	await owner.transaction((tx) => enqueue(tx, 'take_snapshots', {}, { key }));
	const left = { text: 'select from graphile_worker._private_jobs where key = $1', values: [key] };
	return async () => (await owner.query(left)).length === 0;
}
const publishedSize = async () =>
	(await one<{ size: number }>(owner, { text: 'select sum(published_size) as size from vote_log' })).size;

it('one process is killed, and votes go on through the other', { timeout: TEST_MS }, async () => {
	voting.chart.under('a process is killed');
	await voting.moreVotes(VOTES_BETWEEN);
	await killAndRestart(0);
	const begunAt = performance.now();
	for (let round = 0; performance.now() - begunAt < HALF_MS; round += 1) {
		await passes(BETWEEN_KILLS_MS);
		await killAndRestart(round % 2);
	}
	expect(voting.chart.misses('a process is killed')).toEqual([]);
});

it('the primary is killed and its standby promoted: votes, jobs, the log and live charts go on there', async () => {
	const { chart, crowd, live } = voting;
	chart.under('the primary is killed');
	const isWaitingDone = await addJob('failover:1');
	await servers.killPrimary();
	proxy.leadTo(servers.standbyUrl);
	await passes(WITHOUT_PRIMARY_MS);
	await servers.promote();
	const [cast, promotedAt] = [crowd.countOf('cast'), performance.now()];
	await expect.poll(() => crowd.countOf('cast') - cast, WITHIN).toBeGreaterThan(0);
	console.log(`votes were counted again ${Math.round(performance.now() - promotedAt)} ms after the promotion`);
	await voting.moreVotes(VOTES_BETWEEN);
	const shown = live.events();
	await expect.poll(() => live.events() - shown, WITHIN).toBeGreaterThan(0);
	await expect.poll(isWaitingDone, { timeout: 60_000 }).toBe(true);
	await expect.poll(await addJob('failover:2'), { timeout: 60_000 }).toBe(true);
	const published = await publishedSize();
	await expect.poll(publishedSize, { timeout: 60_000 }).toBeGreaterThan(published);
	// By the list of both servers, and by the proxy.
	const faultsOf = async ({ address }: ServerProcess) =>
		((await (await fetch(`${address}/readyz`)).json()) as { faults: string[] }).faults;
	await expect.poll(() => Promise.all(nodes.map(faultsOf)), WITHIN).toEqual([[], []]);
	expect(nodes.map(({ child }) => child.exitCode)).toEqual([null, null]);
	expect(chart.misses('the primary is killed')).toEqual([]);
});

it(
	'behind the proxy, one process takes all votes; the other one starts and finds the new primary, although the old one is named first',
	{ timeout: TEST_MS },
	async () => {
		voting.chart.under('the other process is killed');
		await killAndRestart(0);
		await passes(HALF_MS);
		expect(voting.chart.misses('the other process is killed')).toEqual([]);
	},
);

it('in the end no acknowledged vote is lost, none is counted twice, and the books balance', async () => {
	await voting.settle();
	for (const node of nodes) expect(await node.terminate()).toBe(0);
	const audit = await runScript('audit.ts', { DATABASE_URL: url() });
	expect([audit.code, audit.output]).toEqual([0, expect.stringContaining('The books balance.')]);
});
