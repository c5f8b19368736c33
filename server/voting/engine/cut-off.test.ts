/** The last instant of a ranking while batches of votes are in flight. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { lockRankingAlone } from '#server/rankings/closing/closing.ts';
import { sql } from '#server/kernel/database.ts';
import { expectBooksToBalance } from '../../../tests/fixtures/audit/books.ts';
import { aContest } from '../../../tests/fixtures/voting/contests.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { aBallot, earnedOf, holdWallet, slugOf, withEngine } from '../../../tests/fixtures/voting/engine.ts';
import { waitingForLocks } from '../../../tests/fixtures/database/waiting.ts';
import { aPerson, type Person } from '../../../tests/fixtures/accounts/people.ts';
import { castVotes } from './sql.ts';

const database = ownDatabase();
let ana: Person;

beforeAll(async () => {
	ana = await aPerson(database.owner, 'ana', { earned: 1_000_000 });
});
afterEach(() => database.clock.run());
afterAll(() => expectBooksToBalance(database.db));

const inAMinute = () => new Date(Date.now() + 60_000);

const aRankingIsWaitedFor = () => expect.poll(() => waitingForLocks(database.owner)).toHaveLength(1);

it('refuses a batch that was held at the lock while its ranking closed, and charges nothing', async () => {
	const closing = await aContest(database.owner, 'closing');
	await withEngine(database.db, async (engine) => {
		await engine.cast(aBallot(ana, closing));
		const balance = await earnedOf(database.db, ana);
		const outcomes: Promise<unknown>[] = [];
		await database.owner.transaction(async (tx) => {
			await lockRankingAlone(tx, closing.rankingId);
			outcomes.push(...Array.from({ length: 20 }, () => engine.cast(aBallot(ana, closing)).catch(slugOf)));
			await aRankingIsWaitedFor();
			await sql`insert into ranking_closing (ranking_id, closed_at)
				values (${closing.rankingId}, lightstick_now())`.run(tx);
		});
		expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['ranking_closed']));
		expect(await earnedOf(database.db, ana)).toBe(balance);
	});
});

it('refuses a vote whose wallet was held until its ranking had ended, and charges nothing', async () => {
	const endsAt = inAMinute();
	const brief = await aContest(database.owner, 'brief', { endsAt });
	const dov = await aPerson(database.owner, 'dov', { earned: 100 });
	await withEngine(database.db, async (engine) => {
		const release = await holdWallet(database.owner, dov);
		const outcome = engine.cast(aBallot(dov, brief)).catch(slugOf);
		// Behind it in the same writer: the first has found the wallet held when this is counted.
		await engine.cast(aBallot(ana, brief));
		await database.clock.set(endsAt);
		await release();
		expect(await outcome).toBe('ranking_closed');
		expect(await earnedOf(database.db, dov)).toBe(100);
	});
});

it('aborts a batch that was let in before the end and waited for a wallet until after it', async () => {
	const endsAt = inAMinute();
	const ending = await aContest(database.owner, 'waits', { endsAt });
	const eve = await aPerson(database.owner, 'eve', { earned: 100 });
	const ballots = [eve, await aPerson(database.owner, 'flo', { earned: 100 })].map((fan) => aBallot(fan, ending));
	const release = await holdWallet(database.owner, eve);
	const outcome = database.db
		.transaction(async (tx) => {
			// A writer's connection gives up sooner, and only what waits can be late.
			await tx.query({ text: `set local lock_timeout = '30s'` });
			return castVotes(tx, ballots, { slot: 15, skipHeld: false });
		})
		.catch((error: unknown) => (error as { code?: string }).code);
	await expect.poll(() => waitingForLocks(database.owner, 'cast_vote')).toHaveLength(1);
	await database.clock.set(endsAt);
	await release();
	expect(await outcome).toBe('40001');
	expect(await earnedOf(database.db, eve)).toBe(100);
});

it('tells nobody that it is over while the same vote, accepted in time elsewhere, is not committed yet', async () => {
	const endsAt = inAMinute();
	const last = await aContest(database.owner, 'last', { endsAt });
	const gil = await aPerson(database.owner, 'gil', { earned: 100 });
	const same = aBallot(gil, last, { tickets: 3 });
	await withEngine(database.db, async (engine) => {
		const outcomes = await database.db.transaction(async (tx) => {
			const [accepted] = await castVotes(tx, [same], { slot: 15, skipHeld: true });
			expect(accepted).toMatchObject({ cast: { balanceAfter: { earned: 70 } } });
			await database.clock.set(endsAt);
			const told = engine.cast(same).catch(slugOf);
			const late = engine.cast(aBallot(ana, last)).catch(slugOf);
			await aRankingIsWaitedFor();
			return { told, late };
		});
		expect(await outcomes.told).toMatchObject({ balanceAfter: { earned: 70 }, version: '0' });
		expect(await outcomes.late).toBe('ranking_closed');
		expect(await earnedOf(database.db, gil)).toBe(70);
	});
});
