/** A database server whose clock is set forward and back while fans vote. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeEnded } from '#server/rankings/closing.ts';
import { aContest, type Contest } from '../world/contests.ts';
import { expectBooksToBalance } from '../world/books.ts';
import { copyDatabase, type TestDatabase } from '../world/database.ts';
import { aBallot, earnedOf, slugOf, withEngine } from '../world/engine-stage.ts';
import { aPerson, type Person } from '../world/people.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let contest: Contest;
let fan: Person;

beforeAll(async () => {
	database = await copyDatabase();
	contest = await aContest(database.owner, 'november', { endsIn: 1 });
	fan = await aPerson(database.owner, 'ana', { earned: 1_000 });
});
afterAll(() => database.drop());

it('set back within a ranking, votes go on and are told apart by their keys', async () => {
	const now = Date.now();
	await withEngine(database.db, async (engine) => {
		await database.clock.set(new Date(now));
		const later = await engine.cast(aBallot(fan, contest));
		await database.clock.set(new Date(now - HOUR_MS));
		const earlier = await engine.cast(aBallot(fan, contest));
		expect(earlier.castAt).toBeLessThan(later.castAt);
		expect(earlier.ledgerSeq).toBe(later.ledgerSeq + 1);
		expect(earlier.artistTickets).toBe(2);
	});
	await expectBooksToBalance(database.db);
});

it('set forward beyond the end, the ranking closes; set back again, it stays closed', async () => {
	const now = Date.now();
	await withEngine(database.db, async (engine) => {
		const balance = await earnedOf(database.db, fan);
		await database.clock.set(new Date(now + 48 * HOUR_MS));
		await closeEnded(database.db);
		await database.clock.set(new Date(now));
		expect(await engine.cast(aBallot(fan, contest)).catch(slugOf)).toBe('ranking_closed');
		expect(await earnedOf(database.db, fan)).toBe(balance);
	});
	await expectBooksToBalance(database.db);
});
