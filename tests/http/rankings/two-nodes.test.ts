/** Two processes on one database: each shows the votes of the other, also after the one that sums was killed. */
import { expect, it } from 'vitest';
import { VERSION_OF_NONE } from '#contract/values/chart-version.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { standingsLeaders } from '../../fixtures/database/waiting.ts';
import { listenTo, totalOf } from '../../fixtures/http/live-chart.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { startServerProcess, type ServerProcess } from '../../../testkit/processes.ts';
import { aBallot, withEngine } from '../../fixtures/voting/engine.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { beforeTests, dataOf } from '../../fixtures/site/site.ts';
import { castVote, getChart } from '../../fixtures/site/calls.ts';

const database = beforeTests(copyDatabase);
const contest = beforeTests(() => aContest(database.owner, 'november'));
const fan = beforeTests(() => aPerson(database.owner, 'fan', { earned: 10_000 }));

/** Returns the version of the vote. */
async function vote({ address }: ServerProcess, votes: number): Promise<string> {
	const response = await postVote(address, contest, { token: fan.token, tickets: votes });
	expect(response.status).toBe(200);
	return dataOf(castVote, { body: (await response.json()) as { data: unknown } }).chart_version;
}

async function readAfter({ address }: ServerProcess, version: string): Promise<number> {
	const response = await fetch(`${address}/api/v1/rankings/detail?ranking_key=november&after=${version}`);
	return dataOf(getChart, { body: (await response.json()) as { data: unknown } }).total_tickets;
}

const leader = async () => (await standingsLeaders(database.owner))[0];

it('shows a vote on every process, and goes on when the process that sums is killed', async () => {
	await withEngine(database.db, async (engine) => void (await engine.cast(aBallot(fan, contest, { tickets: 2 }))));
	// The one that starts first sums for both, and once before it listens.
	const summing = await startServerProcess(database.url);
	expect(await readAfter(summing, VERSION_OF_NONE)).toBe(2);
	await expect.poll(leader).toBeDefined();
	const other = await startServerProcess(database.url);
	try {
		const { events, stop } = await listenTo(other.address, contest.key);
		await expect.poll(() => totalOf(events)).toBe(2);
		const first = await vote(summing, 3);
		await expect.poll(() => totalOf(events)).toBe(5);
		expect(await readAfter(other, first)).toBe(5);
		await expect.poll(async () => readAfter(other, await vote(other, 1))).toBeGreaterThan(5);
		const before = await leader();

		await summing.kill();
		const last = await vote(other, 900);
		await expect.poll(() => readAfter(other, last)).toBeGreaterThan(900);
		await expect.poll(() => totalOf(events)).toBeGreaterThan(900);
		await expect.poll(async () => ![undefined, before].includes(await leader())).toBe(true);
		await stop();
	} finally {
		await Promise.all([summing.kill(), other.terminate()]);
	}
});
