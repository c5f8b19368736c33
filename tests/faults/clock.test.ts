/** A database server whose clock is set forward and back while fans vote. */
import { beforeAll, expect, it } from 'vitest';
import { audit } from '#server/books/audit.ts';
import { closeEnded } from '#server/rankings/closing/closing.ts';
import { beforeTests } from '../fixtures/before-tests.ts';
import { aContest } from '../fixtures/voting/contests.ts';
import { copyDatabase } from '../fixtures/database/database.ts';
import { aBallot, earnedOf, slugOf, withEngine } from '../fixtures/voting/engine.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';

const HOUR_MS = 3_600_000;

let fan: Person;

const database = beforeTests(copyDatabase);
const contest = beforeTests(() => aContest(database.owner, 'november', { endsIn: 1 }));
beforeAll(async () => {
	// The audit looks for steps of the clock in one wallet of sixteen.
	const names = Array.from({ length: 16 }, (_, n) => `fan ${n}`);
	const fans = await Promise.all(names.map((name) => aPerson(database.owner, name, { earned: 1_000 })));
	fan = fans.find(({ fanId }) => fanId % 16 === 0) as Person;
});

/** Only the rule that goes by the time of votes may be broken, and the report says by what. */
async function expectTheClockToBeNamed(): Promise<void> {
	const { findings, clock } = await audit(database.db);
	const broken = findings.filter((finding) => finding.broken > 0).map(({ rule }) => rule);
	expect(broken).toEqual(['every vote was answered with as many tickets as the artist had, to a minute']);
	expect(clock).toMatchObject({ steps: 1, longestMs: expect.closeTo(HOUR_MS, -3) });
}

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
	await expectTheClockToBeNamed();
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
	await expectTheClockToBeNamed();
});
