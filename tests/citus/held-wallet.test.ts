/** A call that meets a row which a worker holds ends by the lock timeout, as on one server: the statement's own is later. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { post } from '#server/gems/gems.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { copyDatabase, type TestDatabase } from '../fixtures/database/database.ts';
import { earnedOf, holdWallet } from '../fixtures/voting/engine.ts';

/** PostgreSQL's lock_not_available. */
const LOCK_TIMEOUT = '55P03';

let database: TestDatabase;
let ana: Person;

beforeAll(async () => {
	database = await copyDatabase();
	ana = await aPerson(database.owner, 'ana', { earned: 100 });
});
afterAll(() => database.drop());

it('gems for a held wallet are refused by the lock timeout, and nothing is given', async () => {
	const release = await holdWallet(database.owner, ana);
	const giving = database.db.transaction((tx) =>
		post(tx, ana, { kind: 'check_in', change: { earned: 50, purchased: 0 }, cause: 'a gift' }),
	);
	await expect(giving).rejects.toMatchObject({ code: LOCK_TIMEOUT });
	await release();
	expect(await earnedOf(database.db, ana)).toBe(100);
});
