/**
 * Two processes behind the shipped nginx are replaced one after the other while a crowd votes: by the next version, which
 * migrates the database, and one of them back by the version before. Nobody is told of it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { beforeTests } from '../fixtures/before-tests.ts';
import { copyDatabase } from '../fixtures/database/database.ts';
import { makeNewerVersion } from '../fixtures/processes/newer-version.ts';
import { canRunNginx, startShippedNginx } from '../fixtures/processes/shipped-nginx.ts';
import { startVoting } from './voting.ts';

const VOTES_BETWEEN = 200;
const SETTINGS = { TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS: '1' };

const THE_TESTS_CLOCK = 'lightstick_now() is not the shipped clock';

async function faultsOf(port: number): Promise<string[]> {
	const response = await fetch(`http://127.0.0.1:${port}/readyz`);
	return ((await response.json()) as { faults: string[] }).faults;
}

describe.runIf(await canRunNginx())('behind nginx, under load', () => {
	let ports: number[];
	let nodes: ServerProcess[];
	const start = (index: number, root?: string) =>
		startServerProcess(database.url, { ...SETTINGS, PORT: String(ports[index]) }, root);

	const database = beforeTests(copyDatabase);
	const newer = beforeTests(makeNewerVersion);
	beforeAll(async () => {
		ports = [await freePort(), await freePort()];
		nodes = await Promise.all(ports.map((_, index) => start(index)));
	});
	afterAll(async () => {
		for (const node of nodes) await node.kill();
	});
	const nginx = beforeTests(() => startShippedNginx(ports));
	const voting = beforeTests(() => startVoting(database.owner, () => nginx.address));
	afterAll(() => voting.stop());

	async function replace(index: number, root?: string): Promise<void> {
		expect(await nodes[index]?.terminate()).toBe(0);
		await voting.moreVotes(VOTES_BETWEEN);
		nodes[index] = await start(index, root);
		await voting.moreVotes(VOTES_BETWEEN);
	}

	it('an upgrade fails no request, with both versions beside each other, nor does the way back', async () => {
		const { crowd, chart, live } = voting;
		await voting.moreVotes(VOTES_BETWEEN);
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

		await voting.settle();
		expect(crowd.failures).toEqual([]);
		expect(chart.misses('nothing')).toEqual({});
		expect(live.refusals).toEqual([]);
	});
});
