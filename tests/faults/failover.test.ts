/**
 * Two processes behind a balancer, a primary and a synchronous standby. While a crowd votes, one process is killed, then
 * the primary, whose standby is promoted, then the other process. Nobody lends the site a hand. `npm run test:failover`
 * runs it; FAILOVER_MINUTES makes it long: so many minutes, with a process killed every ten seconds.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runScript } from '../../testkit/processes.ts';
import { openFailoverScene, type FailoverScene } from './failover-scene.ts';

const MINUTES = Number(process.env.FAILOVER_MINUTES ?? 0);
const VOTES_BETWEEN = 300;
const HALF_MS = (MINUTES * 60_000) / 2;
const TEST_MS = HALF_MS + 3 * 60_000;
/** From the death of the primary to the promotion: as long as a quick watcher takes to be sure. */
const WITHOUT_PRIMARY_MS = 2_000;
const BETWEEN_KILLS_MS = 10_000;
/** What an operator is promised. */
const WITHIN = { timeout: 15_000, interval: 20 };

let scene: FailoverScene;

beforeAll(async () => {
	scene = await openFailoverScene();
	console.log(`balanced by ${scene.balancer.program}`);
});
afterAll(() => scene.close());

const passes = async (milliseconds: number) => {
	const from = performance.now();
	await expect.poll(() => performance.now() - from, { timeout: milliseconds + 10_000 }).toBeGreaterThan(milliseconds);
};

async function killAndRestart(node: number): Promise<void> {
	await scene.killNode(node);
	await scene.moreVotes(VOTES_BETWEEN);
	await scene.startNode(node);
	await scene.moreVotes(VOTES_BETWEEN);
}

it('one process is killed, and votes go on through the other', { timeout: TEST_MS }, async () => {
	scene.chart.under('a process is killed');
	await scene.moreVotes(VOTES_BETWEEN);
	await killAndRestart(0);
	const begunAt = performance.now();
	for (let round = 0; performance.now() - begunAt < HALF_MS; round += 1) {
		await passes(BETWEEN_KILLS_MS);
		await killAndRestart(round % 2);
	}
	expect(scene.chart.misses('a process is killed')).toEqual({});
});

it('the primary is killed and its standby promoted: votes, jobs, the log and live charts go on there', async () => {
	const { servers, crowd, chart, live } = scene;
	chart.under('the primary is killed');
	const waiting = await scene.addJob();
	await servers.killPrimary();
	await passes(WITHOUT_PRIMARY_MS);
	await servers.promote();
	const promotedAt = performance.now();
	const [cast, shown] = [crowd.countOf('cast'), live.events()];
	await expect.poll(() => crowd.countOf('cast') - cast, WITHIN).toBeGreaterThan(0);
	console.log(`votes were counted again ${Math.round(performance.now() - promotedAt)} ms after the promotion`);
	await scene.moreVotes(VOTES_BETWEEN);
	await expect.poll(() => live.events() - shown, WITHIN).toBeGreaterThan(0);
	await expect.poll(() => scene.isDone(waiting), { timeout: 60_000 }).toBe(true);
	const after = await scene.addJob();
	await expect.poll(() => scene.isDone(after), { timeout: 60_000 }).toBe(true);
	const published = await scene.publishedSize();
	await expect.poll(() => scene.publishedSize(), { timeout: 60_000 }).toBeGreaterThan(published);
	expect(scene.nodes.map(({ child }) => child.exitCode)).toEqual([null, null]);
	expect(chart.misses('the primary is killed')).toEqual({});
});

it(
	'a process that starts afterwards finds the new primary, although the old one is named first',
	{ timeout: TEST_MS },
	async () => {
		scene.chart.under('the other process is killed');
		await killAndRestart(1);
		await passes(HALF_MS);
		expect(scene.chart.misses('the other process is killed')).toEqual({});
	},
);

it('in the end no acknowledged vote is lost, none is counted twice, and the books balance', async () => {
	const { crowd, chart } = scene;
	await scene.settle();
	console.log(
		`${crowd.ballots.length} votes, all of them known by their keys; ${chart.looks()} looks at the chart, ` +
			`${chart.old()} of them at an old one`,
	);
	expect(chart.looks()).toBeGreaterThan(0);
	for (const node of scene.nodes) expect(await node.terminate()).toBe(0);
	const audit = await runScript('audit.ts', { DATABASE_URL: scene.url });
	expect([audit.code, audit.output]).toEqual([0, expect.stringContaining('The books balance.')]);
});
