/**
 * Two processes behind the shipped nginx are replaced one after the other while a crowd votes: by the next version, which
 * migrates the database, and one of them back by the version before. Nobody is told of it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { aPerson } from '../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { copyDatabase, type TestDatabase } from '../fixtures/database/database.ts';
import { makeNewerVersion, type NewerVersion } from '../fixtures/processes/newer-version.ts';
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { canRunNginx, startShippedNginx, type ShippedNginx } from '../fixtures/processes/shipped-nginx.ts';
import { aContest } from '../fixtures/voting/contests.ts';
import { startCrowd, type Crowd } from '../fixtures/voting/crowd.ts';
import { watchChart, type ChartWatch } from './chart-watch.ts';
import { watchLive, type LiveWatch } from './live-watch.ts';
import { expectMemoriesToAgree } from './memories.ts';
import { PATIENCE } from './scene.ts';

const FANS = 100;
const VOTES_BETWEEN = 200;
const SETTINGS = {
	VOTE_REQUESTS_PER_SECOND: '100000',
	READS_PER_MINUTE: '1000000',
	TRUST_PROXY: '127.0.0.1',
	DRAIN_SECONDS: '1',
};

const THE_TESTS_CLOCK = 'lightstick_now() is not the shipped clock';

async function faultsOf(port: number): Promise<string[]> {
	const response = await fetch(`http://127.0.0.1:${port}/readyz`);
	return ((await response.json()) as { faults: string[] }).faults;
}

describe.runIf(await canRunNginx())('behind nginx, under load', () => {
	let database: TestDatabase;
	let newer: NewerVersion;
	let ports: number[];
	let nodes: ServerProcess[];
	let nginx: ShippedNginx;
	let crowd: Crowd;
	let chart: ChartWatch;
	let live: LiveWatch;
	let going = true;

	const start = (index: number, root?: string) =>
		startServerProcess(database.url, { ...SETTINGS, PORT: String(ports[index]) }, root);

	async function moreVotes(): Promise<void> {
		const before = crowd.countOf('cast');
		await expect.poll(() => crowd.countOf('cast') - before, PATIENCE).toBeGreaterThanOrEqual(VOTES_BETWEEN);
	}

	async function replace(index: number, root?: string): Promise<void> {
		expect(await nodes[index]?.terminate()).toBe(0);
		await moreVotes();
		nodes[index] = await start(index, root);
		await moreVotes();
	}

	beforeAll(async () => {
		[database, newer] = await Promise.all([copyDatabase(), makeNewerVersion()]);
		const { owner } = database;
		const contest = await aContest(owner, 'november');
		const named = Array.from({ length: FANS }, (_, n) => aPerson(owner, `fan ${n}`, { earned: 1e9 }));
		const fans = await Promise.all(named);
		ports = [await freePort(), await freePort()];
		nodes = await Promise.all(ports.map((_, index) => start(index)));
		nginx = await startShippedNginx(ports);
		crowd = startCrowd({
			fans,
			ballotsMax: 1e9,
			forMs: 1e9,
			atOnce: 20,
			pauseMs: 10,
			goesOn: () => going,
			address: () => nginx.address,
			choose: () => ({ rankingKey: contest.key, artistId: contest.artistIds[0] as number }),
		});
		chart = watchChart(() => nginx.address, contest.key);
		live = watchLive(nginx.address, contest.key);
	});
	afterAll(async () => {
		going = false;
		await Promise.all([chart.stop(), live.stop()]);
		for (const node of nodes) await node.kill();
		await nginx.close();
		await newer.remove();
		await database.drop();
	});

	it('an upgrade fails no request, with both versions beside each other, nor does the way back', async () => {
		await moreVotes();
		await replace(0, newer.root);
		const migrated = { text: `select applied_at from migration where name = '9999_newer.sql'` };
		expect(await database.owner.query(migrated)).toHaveLength(1);
		await replace(1, newer.root);
		const shown = live.events();
		await replace(0);
		for (const port of ports) expect(await faultsOf(port)).toEqual([THE_TESTS_CLOCK]);
		await expect.poll(() => live.events()).toBeGreaterThan(shown);
		const looks = chart.looks();
		await expect.poll(() => chart.looks()).toBeGreaterThan(looks);

		going = false;
		await crowd.done;
		console.log(`${crowd.ballots.length} votes and ${chart.looks()} looks at the chart during three restarts`);
		expect(crowd.failures).toEqual([]);
		expect(chart.misses('nothing')).toEqual({});
		expect(live.refusals).toEqual([]);
		await expectMemoriesToAgree(crowd, database.owner);
		await expectBooksToBalance(database.owner);
	});
});
