/** A site with a real standby: what is read from it, and what not. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { getChart } from '#contract/rankings.ts';
import { openReads } from '#server/db/replicas/reads.ts';
import { openReplicas } from '#server/db/replicas/replicas.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Database, Statement } from '#server/kernel/database.ts';
import { openBoards } from '#server/rankings/charts/boards.ts';
import { runStandings, type StandingsRunner } from '#server/rankings/standings/leader.ts';
import { openServedLogs } from '#server/vote-log/served.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openDatabaseLine, type DatabaseLine } from '../../fixtures/database/database-line.ts';
import { type PrimaryAndStandby, startPrimaryAndStandby } from '../../fixtures/database/standby.ts';
import { dataOf, openSite, type Site } from '../../fixtures/site/site.ts';
import { logDeps, publishAll } from '../../fixtures/vote-log/log.ts';
import { castVote } from '../../fixtures/voting/cases.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';

const CHART = '/rankings/detail?ranking_key=november';
const PUBLIC = [CHART, '/rankings/list', '/rankings/all-time-ranking', '/news/latest-list', '/configurations/site'];

let folder: string;
let servers: PrimaryAndStandby;
let line: DatabaseLine;
let owner: Database;
let site: Site;
let standings: StandingsRunner;
let contest: Contest;
let fan: Person;
/** Statements that the site sent to the primary. */
const asked: string[] = [];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-replica-'));
	servers = await startPrimaryAndStandby({ synchronous: false });
	line = await openDatabaseLine(servers.standbyUrl);
	owner = openDatabase(servers.primaryUrl, { role: null, max: 2 });
	const primary = openDatabase(servers.primaryUrl);
	const listening: Database = {
		...primary,
		query: (statement: Statement) => (asked.push(statement.name ?? statement.text), primary.query(statement)),
	};
	const clock = { set: () => Promise.resolve(), run: () => Promise.resolve() };
	const drop = () => Promise.all([primary.close(), owner.close()]).then(() => undefined);
	contest = await aContest(owner, 'november', { tab: 'solo' });
	fan = await aPerson(owner, 'fan', { earned: 100_000 });
	site = await openSite({
		env: { DATABASE_URL: servers.primaryUrl, DATABASE_REPLICA_URL: line.url, LIGHTSTICK_DATA: folder },
		database: { url: servers.primaryUrl, db: listening, owner, clock, drop },
	});
	standings = runStandings({ db: primary, log: { warn: () => undefined } });
});
afterAll(async () => {
	await standings.stop();
	await site.close();
	await Promise.all([site.db.close(), owner.close()]);
	await line.close();
	await servers.close();
	await rm(folder, { recursive: true });
});

async function degraded(): Promise<unknown> {
	const { statusCode, body } = await site.app.inject('/readyz');
	expect(statusCode).toBe(200);
	return (JSON.parse(body) as { degraded: unknown }).degraded;
}
const total = async () => dataOf(getChart, await site.ask({ path: CHART })).total_tickets;
const vote = (tickets: number) => castVote(site, fan, contest, { tickets });

describe('a site with a replica', () => {
	it('reads what everybody sees from it, and what belongs to a fan from the primary', async () => {
		await expect.poll(degraded).toEqual([]);
		await vote(5);
		await expect.poll(total).toBe(5);
		asked.length = 0;
		for (const path of [...PUBLIC, `/artists/detail/${contest.artistIds[0]}`]) {
			expect([path, (await site.ask({ path })).status]).toEqual([path, 200]);
		}
		// The pace of votes is written beside all requests, whatever is read.
		expect(asked.filter((text) => !text.includes('insert into vote_pace'))).toEqual([]);
		expect((await site.ask({ path: '/user/me/votes', token: fan.token })).status).toBe(200);
		expect(asked).not.toEqual([]);
	});

	it('reads the primary while the replica is too far behind, and says so', async () => {
		await servers.pauseReplay();
		await vote(10);
		await expect.poll(degraded).toEqual(['replica 1 is not read: it is too far behind']);
		await expect.poll(total).toBe(15);
		await servers.resumeReplay();
		await expect.poll(degraded).toEqual([]);
		expect(await total()).toBe(15);
	});

	it('reads the primary while the replica is silent', async () => {
		line.freeze();
		await expect.poll(degraded).toEqual(['replica 1 is not read: it does not answer']);
		await vote(100);
		await expect.poll(total).toBe(115);
		line.thaw();
		await expect.poll(degraded).toEqual([]);
	});

	it('serves a tile that another process has published further than the replica is', async () => {
		await publishAll(await logDeps(site));
		await servers.caughtUp();
		await servers.pauseReplay();
		await vote(1);
		await publishAll(await logDeps(site));
		const [log] = await owner.query<{ size: number }>({ text: 'select published_size as size from vote_log' });
		const tile = await site.app.inject(`/log/november/tile/entries/000.p/${log?.size}`);
		expect(tile.statusCode).toBe(200);
		await servers.resumeReplay();
	});
});

describe('what was shown from the primary', () => {
	it('never goes back when a replica that is behind is read next', async () => {
		await servers.caughtUp();
		await servers.pauseReplay();
		const [row] = await owner.query<{ before: number }>({ text: 'select sum(tickets) as before from vote' });
		const before = row?.before ?? 0;
		await vote(1_000);
		await publishAll(await logDeps(site));
		await expect.poll(total).toBe(before + 1_000);
		const standby = openDatabase(servers.standbyUrl, { standby: true });
		let snapshots = 0;
		const counting: Database = {
			...standby,
			transaction: (work) => ((snapshots += 1), standby.transaction(work)),
		};
		let chosen: Database | null = null;
		const reads = openReads(site.db, () => chosen);
		const boards = openBoards({ reads });
		const logs = openServedLogs(reads);
		const totalOf = async () => (await boards.read('november'))?.chart.total_tickets;
		expect(await totalOf()).toBe(before + 1_000);
		const size = (await logs.read('november'))?.publishedSize;

		chosen = counting;
		const seen = new Set<number | undefined>();
		// Boards are built again after a quarter of a second.
		await expect.poll(async () => (seen.add(await totalOf()), snapshots)).toBeGreaterThan(1);
		expect([...seen]).toEqual([before + 1_000]);
		expect((await logs.read('november'))?.publishedSize).toBe(size);
		const [behind] = await standby.query<{ size: number }>({ text: 'select published_size as size from vote_log' });
		expect(behind?.size).toBeLessThan(size ?? 0);
		await standby.close();
		await servers.resumeReplay();
	});
});

describe('a replica', () => {
	it('is not read if it is a primary, belongs to another site, or is not there', async () => {
		const lines: unknown[] = [];
		const log = { warn: (...told: unknown[]) => void lines.push(told), info: () => undefined };
		const urls = [servers.primaryUrl, inject('templateUrl'), 'postgresql://site:secret@127.0.0.1:1/nowhere'];
		const replicas = openReplicas({ urls, primary: site.db, log });
		await expect
			.poll(() => replicas.fault())
			.toBe(
				'replica 1 is not read: it is no standby; replica 2 is not read: it is no standby; ' +
					'replica 3 is not read: it does not answer',
			);
		expect(JSON.stringify(lines)).not.toContain('secret');
		expect((await replicas.reads.query({ text: 'select' })).length).toBe(1);
		await replicas.close();
		// Of another cluster, which takes the first one's standby for its own.
		const other = openDatabase(inject('templateUrl'));
		const foreign = openReplicas({ urls: [servers.standbyUrl], primary: other, log });
		await expect.poll(() => foreign.fault()).toBe('replica 1 is not read: it belongs to another site');
		await foreign.close();
		await other.close();
	});

	it('is not read any more once it was promoted', async () => {
		await expect.poll(degraded).toEqual([]);
		await servers.promote();
		await expect.poll(degraded).toEqual(['replica 1 is not read: it is no standby']);
		const before = await total();
		await vote(3);
		await expect.poll(total).toBe(before + 3);
	});
});
