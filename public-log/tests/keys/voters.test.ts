/** Secrets of fans: made with the first vote, cached, and gone with the account. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPseudonyms } from '#public-log/server/fans/voters.ts';
import { eraseFan } from '#server/accounts/sql.ts';
import type { Database } from '#server/kernel/database.ts';
import { aPerson } from '../../../tests/fixtures/accounts/people.ts';
import { copyDatabase, type TestDatabase } from '../../../tests/fixtures/database/database.ts';
import { waitingForLocks } from '../../../tests/fixtures/database/waiting.ts';

const masterKey = randomBytes(32);
let database: TestDatabase;
let statements: number;
let watched: Database;

beforeAll(async () => {
	database = await copyDatabase();
	watched = {
		...database.db,
		query(statement) {
			statements += 1;
			return database.db.query(statement);
		},
	};
});
afterAll(() => database.drop());

const people = (name: string, count: number) =>
	Promise.all(Array.from({ length: count }, (_, index) => aPerson(database.owner, `${name}${index}`)));
const secretsOf = (fanId: number) =>
	database.owner.query({ text: 'select from voter_secret where fan_id = $1', values: [fanId] });

it('gives a fan the same pseudonym in every process and every vote, also when more fans vote than it caches', async () => {
	const fans = await people('many', 7);
	const one = openPseudonyms(database.db, masterKey, 2).pseudonymFor;
	const other = openPseudonyms(database.db, masterKey).pseudonymFor;
	const seen = new Set<string | null>();
	for (const ranking of ['first', 'second', 'first']) {
		for (const fan of [...fans, ...fans.toReversed()]) {
			const pseudonym = await one(fan, ranking);
			expect(pseudonym).toMatch(/^[A-Za-z0-9_-]{22}$/);
			expect(await other(fan, ranking)).toBe(pseudonym);
			seen.add(pseudonym);
		}
	}
	expect(seen.size).toBe(2 * fans.length);
});

it('serves the first votes of a crowd with a few statements, and later votes with none', async () => {
	const fans = await people('crowd', 50);
	const { pseudonymFor } = openPseudonyms(watched, masterKey);
	statements = 0;
	const twice = await Promise.all([...fans, ...fans].map((fan) => pseudonymFor(fan, 'a')));
	expect(statements).toBe(3);
	expect(new Set(twice).size).toBe(fans.length);
	expect(await Promise.all(fans.map((fan) => pseudonymFor(fan, 'a')))).toEqual(twice.slice(0, 50));
	expect(statements).toBe(3);
});

it('gives one secret to a fan who votes first in two processes at once', async () => {
	const fan = await aPerson(database.owner, 'two-processes');
	const ask = () => openPseudonyms(database.db, masterKey).pseudonymFor(fan, 'a');
	expect(new Set(await Promise.all([ask(), ask(), ask()])).size).toBe(1);
});

it('makes no secret for an erased account, also while the erasure is under way', async () => {
	const fan = await aPerson(database.owner, 'erased');
	await openPseudonyms(database.db, masterKey).pseudonymFor(fan, 'a');
	const asked = await database.db.transaction(async (tx) => {
		await eraseFan(tx, fan);
		// Another process found no secret, and makes one while the erasure is not committed.
		const query: Database['query'] = async (statement) =>
			statement.name === 'select_voter_secrets' ? [] : database.db.query(statement);
		const asking = openPseudonyms({ ...database.db, query }, masterKey).pseudonymFor(fan, 'a');
		await expect.poll(() => waitingForLocks(database.owner)).toHaveLength(1);
		return { asking };
	});
	expect(await asked.asking).toBeNull();
	expect(await secretsOf(fan.fanId)).toEqual([]);
	expect(await openPseudonyms(database.db, masterKey).pseudonymFor(fan, 'a')).toBeNull();
	expect(await secretsOf(fan.fanId)).toEqual([]);
});
