/** An audit whose snapshot of the coordinator is a moment older than those of the workers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from '#server/audit/audit.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { copyDatabase, type TestDatabase } from '../fixtures/database/database.ts';
import { spendGems } from '../fixtures/accounts/gems.ts';

let database: TestDatabase;
let ana: Person;

beforeAll(async () => {
	database = await copyDatabase();
	ana = await aPerson(database.owner, 'ana', { purchased: 100 });
});
afterAll(() => database.drop());

/** Does `meanwhile` in each look for which it is asked, when the coordinator has a snapshot and the workers have none yet. */
function interrupted(looksMax: number, meanwhile: () => Promise<void>): { db: Database; looks: () => number } {
	let looks = 0;
	const transaction = <Result>(work: (tx: Tx) => Promise<Result>) =>
		database.db.transaction((tx) => {
			looks += 1;
			let waits = looks <= looksMax;
			return work({
				inTransaction: true,
				async query(statement) {
					if (waits && statement.text.startsWith('create temporary table')) {
						waits = false;
						await tx.query({ text: 'select from ranking' });
						await meanwhile();
					}
					return tx.query(statement);
				},
			});
		});
	return { db: { ...database.db, transaction }, looks: () => looks };
}

const spend = () => database.owner.transaction((tx) => spendGems(tx, ana, 1));

it('looks again, and finds nothing in what it saw by half', async () => {
	const { db, looks } = interrupted(1, spend);
	const { passed, findings } = await audit(db);
	expect(findings.filter(({ broken }) => broken > 0)).toEqual([]);
	expect([passed, looks()]).toEqual([true, 2]);
});

it('finds what is wrong in every look', async () => {
	await database.owner.query({ text: 'update wallet set purchased = 7 where fan_id = $1', values: [ana.fanId] });
	const { passed, findings } = await audit(database.db);
	expect(findings.filter(({ broken }) => broken > 0).map(({ rule }) => rule)).toContain(
		'every wallet is the sum of its ledger entries',
	);
	expect(passed).toBe(false);
});
