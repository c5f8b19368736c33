/** A vote sent twice because no answer arrived: the answer to the second request holds for the first as well. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectBooksToBalance } from '../../../tests/fixtures/audit/books.ts';
import { aContest, type Contest } from '../../../tests/fixtures/voting/contests.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { aBallot, aBatchWaits, earnedOf, slugOf, withEngine } from '../../../tests/fixtures/voting/engine.ts';
import { adjustBy } from '../../../tests/fixtures/accounts/gems.ts';
import { aPerson, type Person } from '../../../tests/fixtures/accounts/people.ts';
import { castVotes, forgetRefusedKeys } from './sql.ts';

const database = ownDatabase();
let contest: Contest;

beforeAll(async () => {
	contest = await aContest(database.owner, 'november');
});
afterAll(() => expectBooksToBalance(database.db));

function getsGems(person: Person): Promise<void> {
	return database.owner.transaction((tx) => adjustBy(tx, person, { earned: 50, purchased: 0 }, 'opening gems'));
}

it('refused as a retry, the first sending that wakes up later is refused too', async () => {
	const ana = await aPerson(database.owner, 'ana');
	const first = aBallot(ana, contest);
	// Two processes: one that is stopped with the first sending in its hands, and one that hears the second.
	await withEngine(database.db, async (stopped) => {
		await withEngine(database.db, async (awake) => {
			expect(await awake.cast({ ...first, isRetry: true }).catch(slugOf)).toBe('not_enough_gems');
		});
		await getsGems(ana);
		expect(await stopped.cast(first).catch(slugOf)).toBe('not_enough_gems');
		// The fan votes again with a key of its own.
		expect(await stopped.cast(aBallot(ana, contest))).toMatchObject({ balanceAfter: { earned: 40 } });
	});
});

it('refused as a retry while the first sending waits for the wallet, the first is refused too', async () => {
	const eli = await aPerson(database.owner, 'eli', { earned: 100 });
	const first = aBallot(eli, contest);
	const setHidden = (at: string) =>
		database.owner.query({ text: `update ranking_entry set hidden_at = ${at} where artist_id = ${first.artistId}` });
	await withEngine(database.db, async (engine) => {
		const told = await database.db.transaction(async (tx) => {
			await setHidden('lightstick_now()');
			const retry = { ...first, isRetry: true };
			expect(await castVotes(tx, [retry], { slot: 15, skipHeld: true })).toEqual([{ refused: 'artist_not_listed' }]);
			await setHidden('null');
			const waiting = engine.cast(first).catch(slugOf);
			await aBatchWaits(database.owner);
			return { waiting };
		});
		expect(await told.waiting).toBe('artist_not_listed');
		expect(await earnedOf(database.db, eli)).toBe(100);
	});
});

it('a kept refusal is forgotten when no sending can be on its way any more', async () => {
	const dov = await aPerson(database.owner, 'dov');
	await withEngine(database.db, async (engine) => {
		await engine.cast({ ...aBallot(dov, contest), isRetry: true }).catch(slugOf);
	});
	const kept = () => database.db.query({ text: 'select from refused_key where fan_id = $1', values: [dov.fanId] });
	await forgetRefusedKeys(database.db);
	expect(await kept()).toHaveLength(1);
	await database.owner.query({ text: `update refused_key set refused_at = lightstick_now() - interval '25 hours'` });
	await forgetRefusedKeys(database.db);
	expect(await kept()).toEqual([]);
});
