/** Migrations beside a site that is in use. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyDatabase, type TestDatabase } from '../../tests/world/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;

beforeAll(async () => {
	database = await copyDatabase();
});
afterAll(() => database.drop());

it('one that finds a table held lets everybody else through, and is applied when it is free', async () => {
	// As if the newest had not been applied yet: all it needs is the table.
	const name = '9999_a_column_more.sql';
	const files = [{ name, sql: 'alter table vote add column note text', hash: 'x' }];
	let migrated: Promise<string[]> | undefined;
	await database.owner.transaction(async (tx) => {
		await tx.query({ text: 'select from vote limit 1' });
		migrated = migrate(database.url, files);
		await expect
			.poll(() => database.db.query({ text: `select from pg_locks where not granted and relation = 'vote'::regclass` }))
			.toHaveLength(1);
		// Held up until the migration has waited its second, and not until the reader is done.
		await database.db.query({ text: 'select from vote limit 1' });
	});
	expect(await migrated).toEqual([name]);
	await database.db.query({ text: 'select note from vote' });
});
