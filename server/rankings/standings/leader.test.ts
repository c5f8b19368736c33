/** Standings are summed by one process, and by another as soon as that one is gone. */
import { describe, expect, it } from 'vitest';
import { LOCKS, type Database } from '#server/kernel/database.ts';
import { aPerson } from '../../../tests/fixtures/accounts/people.ts';
import { beforeTests } from '../../../tests/fixtures/before-tests.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { standingsLeaders, waitingForLocks } from '../../../tests/fixtures/database/waiting.ts';
import { aContest, type Contest } from '../../../tests/fixtures/voting/contests.ts';
import { aBallot, anEngine } from '../../../tests/fixtures/voting/engine.ts';
import { selectStandings } from '../sql.ts';
import { runStandings } from './leader.ts';
import { sumStandings } from './sql.ts';

const PAUSES = { busyMs: 10, idleMs: 10, waitingMs: 30, failedMs: 30, faultMs: 30 };

const database = ownDatabase();
const engine = beforeTests(() => anEngine(database.db));
const fan = beforeTests(() => aPerson(database.owner, 'fan', { earned: 100_000 }));

async function totalOf({ rankingId }: Contest): Promise<number> {
	const rows = await selectStandings(database.db, rankingId);
	return rows.reduce((sum, { tickets }) => sum + tickets, 0);
}

const leaders = () => standingsLeaders(database.owner);

async function running(
	count: number,
	work: (warnings: unknown[], runners: ReturnType<typeof runStandings>[]) => Promise<void>,
	db = database.db,
): Promise<void> {
	const warnings: unknown[] = [];
	const log = { warn: (...told: unknown[]) => void warnings.push(told) };
	const runners = Array.from({ length: count }, () => runStandings({ db, log }, PAUSES));
	try {
		await work(warnings, runners);
	} finally {
		await Promise.all(runners.map((runner) => runner.stop()));
	}
}

describe('the standings', () => {
	it('are summed by one process, and by another when its connection goes', async () => {
		const contest = await aContest(database.owner, 'led');
		await running(2, async (warnings) => {
			await engine.cast(aBallot(fan, contest, { tickets: 3 }));
			await expect.poll(() => totalOf(contest)).toBe(3);
			await expect.poll(leaders).toHaveLength(1);
			const [first] = await leaders();
			await database.owner.query({ text: 'select pg_terminate_backend($1::integer)', values: [first] });
			await engine.cast(aBallot(fan, contest, { tickets: 4 }));
			await expect.poll(() => totalOf(contest)).toBe(7);
			await expect.poll(async () => (await leaders()).filter((pid) => pid !== first)).toHaveLength(1);
			expect(warnings).toHaveLength(1);
		});
		expect(await leaders()).toEqual([]);
	});

	it('go on while a leader keeps its lock and does nothing', async () => {
		const contest = await aContest(database.owner, 'stopped-leader');
		const stopped = database.db.connection();
		await stopped.connect();
		await stopped.query({ text: `select pg_advisory_lock(${LOCKS.standingsLeader})` });
		try {
			await running(1, async () => {
				await engine.cast(aBallot(fan, contest, { tickets: 2 }));
				await expect.poll(() => totalOf(contest)).toBe(2);
			});
		} finally {
			await stopped.end();
		}
	});

	it('are never replaced by an older sum, whoever writes last', async () => {
		const contest = await aContest(database.owner, 'late-leader');
		const vote = (tickets: number) => engine.cast(aBallot(fan, contest, { tickets }));
		await vote(1);
		await sumStandings(database.db);
		await vote(10);
		let late: Promise<number> | undefined;
		await database.owner.transaction(async (tx) => {
			await tx.query({ text: 'select from standing where ranking_id = $1 for update', values: [contest.rankingId] });
			late = sumStandings(database.db);
			// It has read ten tickets, and waits to write them.
			await expect.poll(() => waitingForLocks(database.owner, 'insert into standing')).toHaveLength(1);
			await vote(100);
			expect(await sumStandings(tx)).toBe(1);
		});
		expect(await late).toBe(0);
		expect(await totalOf(contest)).toBe(111);
	});

	it('report a fault when they cannot be summed for a while', async () => {
		const query = () => Promise.reject(new Error('the database is away'));
		const connection = () => ({ connect: query, end: () => Promise.resolve(), query });
		const refusing: Database = { ...database.db, query, connection };
		await running(
			1,
			async (warnings, [runner]) => {
				await expect.poll(() => runner?.fault()).toBe('The charts are behind the votes');
				expect(warnings).toHaveLength(1);
			},
			refusing,
		);
	});
});
