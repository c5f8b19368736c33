/** What is written on the coordinator and on a worker in one transaction is committed by both or by neither. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { post } from '#server/gems/gems.ts';
import type { Tx } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { copyDatabase, type TestDatabase } from '../fixtures/database/database.ts';
import { earnedOf } from '../fixtures/voting/engine.ts';

let database: TestDatabase;
let ana: Person;

beforeAll(async () => {
	database = await copyDatabase();
	ana = await aPerson(database.owner, 'ana', { earned: 100 });
});
afterAll(() => database.drop());

const notes = () => database.owner.query({ text: 'select from network_key' });

/** Gems that a worker keeps, and a row of the coordinator that says so. */
async function giveGems(tx: Tx): Promise<void> {
	await tx.query({ text: `insert into network_key (month, secret) values ('2026-01-01', '\\x00')` });
	await post(tx, ana, { kind: 'check_in', change: { earned: 50, purchased: 0 }, cause: 'a gift' });
}

/** Two temporary tables that PostgreSQL refuses to keep when it commits: after Citus has told the workers. */
async function failAtCommit(tx: Tx): Promise<void> {
	await tx.query({ text: 'create temporary table emptied (id integer primary key) on commit delete rows' });
	await tx.query({ text: 'create temporary table kept (id integer references emptied)' });
}

it('a commit that fails on the coordinator gives no gems on the worker', async () => {
	const before = await notes();
	const failing = database.owner.transaction(async (tx) => {
		await giveGems(tx);
		await failAtCommit(tx);
	});
	await expect(failing).rejects.toThrow('unsupported ON COMMIT');
	expect(await earnedOf(database.db, ana)).toBe(100);
	expect(await notes()).toEqual(before);
});

it('a commit that succeeds is there on both', async () => {
	const before = await notes();
	await database.owner.transaction(giveGems);
	expect(await earnedOf(database.db, ana)).toBe(150);
	expect(await notes()).toHaveLength(before.length + 1);
});
