/** A closing waits for batches where the votes are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeRanking } from '#server/rankings/closing/closing.ts';
import { castVotes } from '#server/voting/engine/sql.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { copyDatabase, type TestDatabase } from '../fixtures/database/database.ts';
import { aContest } from '../fixtures/voting/contests.ts';
import { aBallot, shardKeyOf, slugOf, withEngine } from '../fixtures/voting/engine.ts';

let database: TestDatabase;
let fans: [Person, Person];

beforeAll(async () => {
	database = await copyDatabase();
	fans = [await aPerson(database.owner, 'ana', { earned: 100 }), await aPerson(database.owner, 'bea', { earned: 100 })];
});
afterAll(async () => {
	await expectBooksToBalance(database.db);
	await database.drop();
});

it('a batch that a worker has accepted is counted, and no vote is after it', async () => {
	const [ana, bea] = fans;
	const contest = await aContest(database.owner, 'closing');
	await withEngine(database.db, async (engine) => {
		const told = await database.db.transaction(async (tx) => {
			const [accepted] = await castVotes(tx, [aBallot(ana, contest)], {
				shard: shardKeyOf(ana),
				slot: 15,
				skipHeld: true,
			});
			const closing = closeRanking(database.db, contest.rankingId);
			// The other shards close one after the other; the one with the batch waits.
			await expect.poll(async () => (await openShards(contest.rankingId)).length).toBeLessThan(16);
			expect(await openShards(contest.rankingId)).toContain(ana.bucket);
			return { accepted, closing };
		});
		expect(told.accepted).toMatchObject({ cast: { cost: { earned: 10 } } });
		expect(await told.closing).toBe(true);
		for (const fan of [ana, bea]) expect(await engine.cast(aBallot(fan, contest)).catch(slugOf)).toBe('ranking_closed');
	});
	const [stored] = await database.owner.query<{ votes: number; early: boolean; shards: number }>({
		text: `with cast_here as materialized (select bucket, cast_at from vote where ranking_id = $1)
			select count(*) as votes, bool_and(cast_at < closed_at) as early,
				(select count(*) from ranking_closing_shard where ranking_id = $1) as shards
			from cast_here join ranking_closing_shard on shard = bucket and ranking_id = $1`,
		values: [contest.rankingId],
	});
	expect(stored).toEqual({ votes: 1, early: true, shards: 16 });
});

async function openShards(rankingId: number): Promise<number[]> {
	const rows = await database.owner.query<{ shard: number }>({
		text: 'select shard from ranking_terms where ranking_id = $1 and not closed',
		values: [rankingId],
	});
	return rows.map(({ shard }) => shard);
}
