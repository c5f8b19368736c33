/** Lists of operators over many fans: what is read is what is shown, on the first page and on the last. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFans, readFan, readFanVotes, readLedger } from '#server/accounts/manage.ts';
import type { Database, Statement } from '#server/db/pool.ts';
import { encodeCursor } from '#server/operators/cursor.ts';
import { aContest } from '../world/contests.ts';
import { copyDatabase, type TestDatabase } from '../world/database.ts';

const FANS = 30_000;
const ENTRIES = 20_000;
let database: TestDatabase;

beforeAll(async () => {
	database = await copyDatabase();
	const { owner } = database;
	const { rankingId, artistIds } = await aContest(owner, 'crowded');
	const fill = [
		`insert into fan (bucket, fan_id, name, email, register_platform, registered_at)
			select bucket_of(id), id, 'fan' || md5(id::text), 'mail' || md5(id::text) || '@fans.example', 'google', lightstick_now()
			from generate_series(1, ${FANS}) id`,
		`insert into wallet (bucket, fan_id, registered) select bucket, fan_id, true from fan`,
		`insert into fan_identity (provider, subject, bucket, fan_id, login_email)
			select 'google', fan_id::text, bucket, fan_id, email from fan`,
		`insert into ledger_entry (bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select bucket_of(7), 7, seq, 'check_in', 1, 0, seq, 0, 'a day', lightstick_now() from generate_series(1, ${ENTRIES}) seq`,
		`insert into session (token_hash, bucket, fan_id, provider, browser_hash, expires_at)
			select sha256(fan_id::text::bytea), bucket, fan_id, 'google', '', lightstick_now() from fan`,
		`insert into ledger_entry (bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select bucket, fan_id, 1, 'vote', -1, 0, 0, 0, md5(fan_id::text), lightstick_now() from fan where fan_id <> 7`,
		`insert into vote (bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
				ledger_seq, artist_tickets, cast_at)
			select bucket, fan_id, md5(fan_id::text), ${rankingId}, ${artistIds[0]}, 1, 1, 0, 1, 1, lightstick_now()
			from fan where fan_id <> 7`,
		'analyze',
	];
	for (const text of fill) await owner.query({ text });
});
afterAll(() => database.drop());

interface Plan {
	'Node Type': string;
	'Relation Name'?: string;
	'Actual Rows': number;
	'Actual Loops': number;
	Plans?: Plan[];
}

/** Does the work and gives, for each statement on the way, the rows that were read and the tables read whole. */
async function measure(work: (db: Database) => Promise<unknown>): Promise<{ read: number; whole: string[] }> {
	const statements: Statement[] = [];
	const listening: Database = {
		...database.db,
		query(statement) {
			statements.push(statement);
			return database.db.query(statement);
		},
	};
	await work(listening);
	let read = 0;
	const whole: string[] = [];
	for (const { text, values = [] } of statements) {
		const [row] = await database.db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({
			text: `explain (analyze, format json) ${text}`,
			values,
		});
		for (const node of nodesOf(row?.['QUERY PLAN'][0]?.Plan)) {
			if (node['Node Type'] === 'Seq Scan') whole.push(node['Relation Name'] ?? '');
			if (node['Node Type'].endsWith('Scan') && node['Relation Name'])
				read += node['Actual Rows'] * node['Actual Loops'];
		}
	}
	return { read, whole };
}

const nodesOf = (plan: Plan | undefined): Plan[] => (plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : []);

const LIMIT = 50;
const deep = encodeCursor([LIMIT * 20]);

it.each([
	['the latest fans', (db: Database) => listFans(db, { limit: LIMIT }), 3 * (LIMIT + 1)],
	['fans far down the list', (db: Database) => listFans(db, { limit: LIMIT, cursor: deep }), 3 * (LIMIT + 1)],
	['a whole name', (db: Database) => listFans(db, { limit: LIMIT, search: 'fanc4ca4238a0' }), 10],
	['a whole address', (db: Database) => listFans(db, { limit: LIMIT, search: 'mailc4ca4238a0' }), 10],
	['a fan by id', (db: Database) => listFans(db, { limit: LIMIT, search: '4711' }), 3],
	['one fan', (db: Database) => readFan(db, 7), 5],
	['the ledger', (db: Database) => readLedger(db, 7, { limit: LIMIT }), LIMIT + 3],
	['the end of the ledger', (db: Database) => readLedger(db, 7, { limit: LIMIT, cursor: deep }), LIMIT + 3],
	['votes', (db: Database) => readFanVotes(db, 8, { limit: LIMIT }), 10],
])('%s: no table of fans is read whole, and few rows more than shown', async (_, work, most) => {
	const { read, whole } = await measure(work);
	expect(whole.filter((table) => /^(?:fan|fan_identity|wallet|ledger_entry|vote|session)$/.test(table))).toEqual([]);
	expect(read).toBeLessThanOrEqual(most);
});
