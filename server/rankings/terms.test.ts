/** `ranking_terms`, the row that a batch of votes reads: it follows every change of the tables that it is made of. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '#server/kernel/database.ts';
import { expectBooksToBalance } from '../../tests/fixtures/audit/books.ts';
import { copyDatabase, type TestDatabase } from '../../tests/fixtures/database/database.ts';
import { aContest, type Contest } from '../../tests/fixtures/voting/contests.ts';

let database: TestDatabase;
let contest: Contest;
let count = 0;

beforeAll(async () => {
	database = await copyDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
	count += 1;
	contest = await aContest(database.owner, `terms-${count}`);
});

const CHANGES = {
	'another price': 'update ranking set gems_per_vote = 7 where ranking_id = $1',
	'a cap': 'update ranking set votes_per_fan_max = 3 where ranking_id = $1',
	'another end': `update ranking set ends_at = ends_at + interval '1 hour' where ranking_id = $1`,
	'a draft again': 'update ranking set published_at = null where ranking_id = $1',
	'a pause': `insert into ranking_pause (ranking_id, reason) values ($1, 'x')`,
	'its closing': 'insert into ranking_closing (ranking_id, closed_at) values ($1, lightstick_now())',
} as const;

const change = (db: Db, name: keyof typeof CHANGES) => db.query({ text: CHANGES[name], values: [contest.rankingId] });

const terms = async () => {
	const [row] = await database.owner.query<Record<string, unknown>>({
		text: `select gems_per_vote, votes_per_fan_max, published, paused, closed, ends_at from ranking_terms
			where ranking_id = $1`,
		values: [contest.rankingId],
	});
	return row;
};

it.each(Object.keys(CHANGES) as (keyof typeof CHANGES)[])('follows %s', async (name) => {
	const before = await terms();
	await change(database.owner, name);
	await expect(terms()).resolves.not.toEqual(before);
	// The audit compares the row with the tables.
	await expectBooksToBalance(database.db);
});

it('follows the end of a pause', async () => {
	const before = await terms();
	await change(database.owner, 'a pause');
	const text = 'update ranking_pause set ended_at = lightstick_now() where ranking_id = $1';
	await database.owner.query({ text, values: [contest.rankingId] });
	await expect(terms()).resolves.toEqual(before);
});

it('follows two changes that are under way at once', async () => {
	const second = await database.owner.transaction(async (tx) => {
		await change(tx, 'a pause');
		// It waits for this transaction, and does not see the pause before.
		const pricing = change(database.db, 'another price');
		await expect
			.poll(() => database.owner.query({ text: `select from pg_locks where not granted` }))
			.not.toHaveLength(0);
		return { pricing };
	});
	await second.pricing;
	await expect(terms()).resolves.toMatchObject({ paused: true, gems_per_vote: 7 });
	await expectBooksToBalance(database.db);
});
