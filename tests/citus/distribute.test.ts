/** An existing site becomes a distributed one, also if it is interrupted at every step. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { planDistribution } from '#server/db/distribute/distribute.ts';
import { runStep, selectDone, STEPS } from '#server/db/distribute/steps.ts';
import { expectWholeDistribution } from '#server/db/distribute/whole.ts';
import { openDatabase } from '#server/db/pool.ts';
import { readShardKeys } from '#server/db/shards/read-shards.ts';
import { OF_DISTRIBUTION } from '#server/db/timeouts.ts';
import type { Database } from '#server/kernel/database.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { makeClusterDatabase } from '../fixtures/cluster/cluster.ts';
import { dropDatabase, execute, withDatabase } from '../../testkit/execute.ts';
import { installationOf } from '../fixtures/database/server.ts';
import { aContest, type Contest } from '../fixtures/voting/contests.ts';
import { aBallot, slugOf, withEngine } from '../fixtures/voting/engine.ts';

const url = withDatabase(inject('templateUrl'), `lightstick_distribute_${process.pid}`);
const FANS = 40;
const MIGRATION = new URL('../../db/migrations/0035_commit_together_where_distributed.sql', import.meta.url);

let owner: Database;
let servers: string[];
let contest: Contest;
let fans: Person[];

beforeAll(async () => {
	const { workerUrls } = await makeClusterDatabase(url);
	servers = [url, ...workerUrls];
	await execute(url, installationOf(1));
	owner = openDatabase(url, { role: null, max: 2, timeouts: OF_DISTRIBUTION });
	contest = await aContest(owner, 'before');
	fans = await Promise.all(Array.from({ length: FANS }, (_, n) => aPerson(owner, `fan ${n}`, { earned: 1_000 })));
	const db = openDatabase(url);
	await withEngine(
		db,
		async (engine) => void (await Promise.all(fans.map((fan) => engine.cast(aBallot(fan, contest))))),
		undefined,
		1,
	);
	await db.close();
});
afterAll(async () => {
	await owner.close();
	for (const each of servers) await dropDatabase(each);
});

const sums = async () => {
	const [row] = await owner.query<{ votes: number; tickets: number; gems: number }>({
		text: `select (select count(*) from vote) as votes, (select sum(tickets) from tally) as tickets,
				(select sum(earned) from wallet) as gems`,
	});
	return row;
};

it('refuses while something else uses the database', async () => {
	const other = openDatabase(url);
	await other.query({ text: 'select' });
	const { refusals } = await planDistribution(owner);
	await other.close();
	expect(refusals.join('\n')).toContain('stop all processes of the site');
});

it('is done once, whatever step is interrupted, and the site does not start on half of it', async () => {
	const before = await sums();
	await expectWholeDistribution(url);
	for (const step of STEPS) {
		const killed = owner.transaction(async (tx) => {
			await tx.query({ text: `set local citus.multi_shard_modify_mode = 'sequential'` });
			await step.run(tx);
			throw new Error('killed');
		});
		await expect(killed).rejects.toThrow('killed');
		await runStep(owner, step);
		if (step !== STEPS.at(-1)) await expect(expectWholeDistribution(url)).rejects.toThrow('npm run distribute -- --go');
	}
	expect((await selectDone(owner)).size).toBe(STEPS.length);
	await expectWholeDistribution(url);
	expect(await planDistribution(owner)).toMatchObject({ steps: [], refusals: [] });
	expect(await sums()).toEqual(before);
	await expectBooksToBalance(owner);
});

it('a site that was distributed before commits were of two phases has them after its migration', async () => {
	const underCitus = () =>
		owner.query({ text: `select from pg_dist_partition where logicalrelid = to_regclass('commit_together')` });
	expect(await underCitus()).toHaveLength(1);
	await owner.query({ text: `select undistribute_table('commit_together')` });
	expect(await underCitus()).toEqual([]);
	// The second time, there is nothing to do.
	for (let time = 0; time < 2; time += 1) await execute(url, await readFile(MIGRATION, 'utf8'));
	expect(await underCitus()).toHaveLength(1);
});

it('everybody signs in again, and a vote sent again is the vote of before', async () => {
	const keys = await readShardKeys(owner);
	expect(keys.map((key) => key % 16)).toEqual([...Array(16).keys()]);
	const db = openDatabase(url);
	await withEngine(db, async (engine) => {
		const [fan] = fans as [Person];
		const [now] = await owner.query<{ bucket: number }>({
			text: 'select bucket from fan where fan_id = $1',
			values: [fan.fanId],
		});
		expect(keys).toContain(now?.bucket);
		const ballot = aBallot({ ...fan, bucket: now?.bucket ?? 0 }, contest);
		expect(await engine.cast(ballot).catch(slugOf)).toBe('sign_in_required');
	});
	await db.close();
});
