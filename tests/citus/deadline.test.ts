/**
 * A deadline on a cluster: two processes, a crowd, rankings that close throughout, pauses, cases, a shard that moves to
 * the other worker and a worker that is killed. Then the books, the log, and everybody's memory of what they were told.
 * `CITUS_VOTES=100000` makes it long.
 */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import { withDatabase } from '../../testkit/execute.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { copyDatabase, type TestDatabase } from '../fixtures/database/database.ts';
import { serverOf } from '../fixtures/cluster/cluster-server.ts';
import { bucketsOn, moveShard } from '../fixtures/cluster/shards.ts';
import { aColleague } from '../fixtures/operators/operators.ts';
import { runScript, startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { openSite, type Site } from '../fixtures/site/site.ts';
import { aContest, pauseContest, resumeContest, type Contest } from '../fixtures/voting/contests.ts';
import { aCase, ofFans, restoreCase, voidCase } from '../fixtures/voting/cases.ts';
import { startCrowd, type Ballot, type Crowd } from '../fixtures/voting/crowd.ts';

const VOTES = Number(process.env.CITUS_VOTES ?? 10_000);
/** For a busy machine. */
const FOR_MS = Math.max(5, VOTES / 5_000) * 60_000;
const FANS = 300;
const AT_ONCE = 160;
const LIMITS = { VOTE_REQUESTS_PER_SECOND: '100000', VOTE_REQUESTS_BURST: '100000' };
const PATIENCE = { timeout: FOR_MS, interval: 20 };

let database: TestDatabase;
let site: Site;
let processes: ServerProcess[];
let closing: Contest;
let pausing: Contest;
let staying: Contest;
let fans: Person[];

beforeAll(async () => {
	database = await copyDatabase();
	[closing, pausing, staying] = [
		await aContest(database.owner, 'closing'),
		await aContest(database.owner, 'pausing'),
		await aContest(database.owner, 'staying'),
	];
	fans = await Promise.all(
		Array.from({ length: FANS }, (_, n) => aPerson(database.owner, `fan ${n}`, { earned: 1e9, purchased: 70 })),
	);
	site = await openSite({ database, env: { VOID_BOUND: '100000000' } });
	processes = [await startServerProcess(database.url, LIMITS), await startServerProcess(database.url, LIMITS)];
});
afterAll(async () => {
	for (const one of processes) await one.kill();
	await site.close();
	await database.drop();
});

const until = (part: number, crowd: Crowd) =>
	expect.poll(() => crowd.ballots.length / VOTES, PATIENCE).toBeGreaterThan(part);

function choose() {
	const contest = [closing, pausing, staying][Math.floor(Math.random() * 3)] as Contest;
	return { rankingKey: contest.key, artistId: contest.artistIds[Math.random() < 0.6 ? 0 : 1] as number };
}

/** Voids all votes of some fans as cast by a thief, and restores those of one of them. They vote on meanwhile. */
async function voidVotesOf(some: Person[]): Promise<void> {
	const editor = await aColleague(database.owner, 'editor');
	const finance = await aColleague(database.owner, 'finance');
	const { case_id } = await aCase(site, editor, 'staying', { reason: 'STOL', filter: ofFans(...some) });
	await voidCase(site, finance, case_id);
	await workIsDone();
	await restoreCase(site, finance, case_id, some[0]);
	await workIsDone();
}

/** One of the processes may be doing it, or it met the shard that moves and is done again. */
async function workIsDone(): Promise<void> {
	const open = async () => {
		await workOnCases(site.db);
		return database.owner.query({ text: 'select from vote_case_work where finished_at is null' });
	};
	await expect.poll(open, { timeout: FOR_MS, interval: 1000 }).toEqual([]);
}

it(
	'loses no acknowledged vote, counts none twice, and takes none after the close',
	async () => {
		let goesOn = true;
		const crowd = startCrowd({
			fans,
			ballotsMax: Infinity,
			forMs: FOR_MS,
			goesOn: () => goesOn,
			atOnce: AT_ONCE,
			address: () => processes[Math.random() < 0.5 ? 0 : 1]?.address ?? '',
			choose,
		});
		await until(0.1, crowd);
		await pauseContest(database.db, pausing);
		await until(0.2, crowd);
		await resumeContest(database.db, pausing);
		await until(0.25, crowd);
		await Promise.all([moveShard(database.owner, (fans[0] as Person).bucket), voidVotesOf(fans.slice(0, 20))]);
		await until(0.4, crowd);
		await database.owner.query({
			text: `update ranking set ends_at = lightstick_now() + interval '500 milliseconds' where ranking_key = 'closing'`,
		});
		await until(0.6, crowd);
		await processes[0]?.kill();
		processes[0] = await startServerProcess(database.url, LIMITS);
		await until(0.7, crowd);
		const [workerUrl = ''] = inject('workerUrls');
		const worker = await serverOf(withDatabase(workerUrl, 'postgres'));
		const theirs = await bucketsOn(database.owner, Number(new URL(workerUrl).port));
		const before = crowd.failures.length;
		await worker.kill();
		const others = () => crowd.ballots.filter(({ fan, told }) => !theirs.has(fan.bucket) && told.has('cast')).length;
		const counted = others();
		// Fans of the other worker vote on.
		await expect.poll(others, PATIENCE).toBeGreaterThan(counted + 20);
		// Theirs wait for some seconds, and are told so.
		await expect.poll(() => crowd.failures.slice(before).filter(isBusy).length, PATIENCE).toBeGreaterThan(0);
		await worker.start();
		await until(1, crowd);
		goesOn = false;
		await crowd.done;
		for (const one of processes) expect(await one.terminate()).toBe(0);
		const busy = crowd.failures.slice(before).filter(isBusy);
		console.log(
			`${crowd.ballots.length} votes: ${crowd.countOf('cast')} counted, ${crowd.countOf('ranking_closed')} too late, ` +
				`${crowd.countOf('ranking_paused')} in the pause; ${crowd.failures.length} attempts again, ${busy.length} of them 503`,
		);
		expect(new Set(crowd.failures.map((failure) => failure.slice(0, 3)))).not.toContain('500');
		await expectTruth(crowd.ballots);
		for (const table of ['vote_void', 'vote_restore']) {
			const [rows] = await database.owner.query<{ count: number }>({ text: `select count(*)::int from ${table}` });
			expect(rows?.count, table).toBeGreaterThan(0);
		}
	},
	2 * FOR_MS,
);

const isBusy = (failure: string) => failure.startsWith('503') && failure.includes('"busy"');

async function expectTruth(ballots: readonly Ballot[]): Promise<void> {
	expect(ballots.filter((ballot) => ballot.told.size === 0)).toEqual([]);
	// Refused in the pause, a vote may be sent again after it. Nobody was told that it is too late for a vote that counts.
	expect(ballots.filter(({ told }) => told.has('cast') && told.has('ranking_closed'))).toEqual([]);
	const outcomes = new Set(ballots.flatMap(({ told }) => [...told]));
	expect([...outcomes].toSorted()).toEqual(['cast', 'ranking_closed', 'ranking_paused']);
	const stored = await database.owner.query<{ key: string; tickets: number }>({
		text: 'select idempotency_key as key, tickets from vote',
	});
	const acknowledged = ballots.filter((ballot) => ballot.told.has('cast'));
	expect(stored.length).toBe(acknowledged.length);
	const tickets = new Map(stored.map((vote) => [vote.key, vote.tickets]));
	expect(acknowledged.filter(({ key, votes }) => tickets.get(key) !== votes)).toEqual([]);
	await expectBooksToBalance(database.db);
	const audit = await runScript('audit.ts', { DATABASE_URL: database.url });
	expect([audit.code, audit.output]).toEqual([0, expect.stringContaining('The books balance.')]);
}
