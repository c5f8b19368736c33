/**
 * Two processes behind the shipped nginx are replaced one after the other while a crowd votes: by the next version, which
 * migrates the database, and one of them back by the version before. Nobody is told of it. Each has pages of its own build.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { beforeTests } from '../fixtures/before-tests.ts';
import { copyDatabase } from '../fixtures/database/database.ts';
import { makeNewerVersion } from '../fixtures/processes/newer-version.ts';
import { canRunNginx, startShippedNginx } from '../../testkit/nginx.ts';
import { startVoting } from './voting.ts';

const ROOT = join(import.meta.dirname, '../..');
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

	async function replace(index: number, root?: string): Promise<void> {
		expect(await nodes[index]?.terminate()).toBe(0);
		await voting.moreVotes(VOTES_BETWEEN);
		nodes[index] = await start(index, root);
		await voting.moreVotes(VOTES_BETWEEN);
	}

	/** The files of its build that a page of the site names, and the version that it is of. */
	async function filesOfPage(path: string): Promise<{ version: string; files: string[] }> {
		const page = await (await fetch(nginx.address + path)).text();
		const files = [...page.matchAll(/(?:src|href)="((?:\/console)?\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
		return { version: files.find((file) => /\/index-[^/]+\.js$/.test(file)) ?? 'none', files };
	}

	/** Loads pages until so many versions were sent. Returns them; each page has all of its files. */
	async function loadPages(wanted = 2): Promise<Set<string>> {
		const versions = new Set<string>();
		// Which process answers is nginx's choice, among the votes.
		for (let turn = 0; turn < 4 || (versions.size < wanted && turn < 60); turn += 1) {
			for (const path of [`/login?turn=${turn}`, `/leader-board?turn=${turn}`, `/console?turn=${turn}`]) {
				const { version, files } = await filesOfPage(path);
				versions.add(version);
				expect([path, files.length > 1, await missing(files)]).toEqual([path, true, []]);
			}
		}
		return versions;
	}

	/** Each file is asked for twice, so that both processes are. */
	async function missing(files: readonly string[]): Promise<string[]> {
		const twice = [...files, ...files].map(async (file) => {
			const response = await fetch(nginx.address + file);
			return response.ok && (await response.arrayBuffer()).byteLength > 0 ? [] : [`${response.status} ${file}`];
		});
		return (await Promise.all(twice)).flat();
	}

	/** Files that an open page may still load, by the folder of its version. */
	async function filesOfBuild(root: string): Promise<string[]> {
		const names = async (app: string, at: string) =>
			(await readdir(join(root, 'dist', app, 'assets')))
				.filter((name) => !/\.(?:br|gz)$/.test(name))
				.map((name) => `${at}/assets/${name}`);
		return [...(await names('web', '')), ...(await names('console', '/console'))];
	}

	it('an upgrade fails no request, with both versions beside each other, nor does the way back', async () => {
		const { crowd, chart, live } = voting;
		await voting.moreVotes(VOTES_BETWEEN);
		const [old, next] = [await filesOfBuild(ROOT), await filesOfBuild(newer.root)];
		// Some are kept from the version before, and each build has some that the other lacks.
		expect(next.filter((file) => !old.includes(file)).length).toBeGreaterThan(1);
		const before = await loadPages();
		await replace(0, newer.root);
		const both = await loadPages(4);
		expect([before.size, both.size]).toEqual([2, 4]);
		expect(await missing([...old, ...next])).toEqual([]);
		const migrated = { text: `select applied_at from migration where name = '9999_newer.sql'` };
		expect(await database.owner.query(migrated)).toHaveLength(1);
		await replace(1, newer.root);
		const after = await loadPages();
		expect([...before].filter((version) => after.has(version))).toEqual([]);
		expect(await missing([...old, ...next])).toEqual([]);
		const shown = live.events();
		await replace(0);
		expect((await loadPages(4)).size).toBe(4);
		for (const port of ports) expect(await faultsOf(port)).toEqual([THE_TESTS_CLOCK]);
		await expect.poll(() => live.events()).toBeGreaterThan(shown);
		const looks = chart.looks();
		await expect.poll(() => chart.looks()).toBeGreaterThan(looks);

		await voting.settle();
		expect(crowd.failures).toEqual([]);
		expect(chart.misses('nothing')).toEqual([]);
		expect(live.refusals).toEqual([]);
	});
});
