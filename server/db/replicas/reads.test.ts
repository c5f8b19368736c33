/** Reads of one or several statements, from a server that may die in between. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { one, type Database, type Db } from '#server/kernel/database.ts';
import { copyDatabase, type TestDatabase } from '../../../tests/fixtures/database/database.ts';
import { openDatabase } from '../pool.ts';
import { openReads } from './reads.ts';

let database: TestDatabase;
/** Stands for a replica: another pool on the same server. */
let other: Database;
beforeAll(async () => {
	database = await copyDatabase();
	other = openDatabase(database.url, { max: 2 });
	await database.owner.query({ text: 'create table test_row (of text)' });
	await database.owner.query({ text: 'grant select on test_row to lightstick_app' });
});
afterAll(async () => {
	await other.close();
	await database.drop();
});

const count = async (db: Db) =>
	(await one<{ rows: number }>(db, { text: 'select count(*) as rows from test_row' })).rows;
const write = () => database.owner.query({ text: `insert into test_row values ('x')` });
const processOf = async (db: Db) => (await one<{ pid: number }>(db, { text: 'select pg_backend_pid() as pid' })).pid;

describe('a read of several statements', () => {
	it('sees one snapshot, also if its statements are sent at once', async () => {
		const session = openReads(database.db, () => other).session();
		const before = await count(session.db);
		await write();
		expect(await Promise.all([count(session.db), count(session.db)])).toEqual([before, before]);
		session.close();
		const next = openReads(database.db, () => other).session();
		expect(await count(next.db)).toBe(before + 1);
		next.close();
	});

	it('gives its connection back, also if nothing was read', async () => {
		const reads = openReads(database.db, () => other);
		for (let turn = 0; turn < 5; turn += 1) {
			const session = reads.session();
			if (turn % 2 === 0) await count(session.db);
			session.close();
		}
		expect(await count(reads)).toBeGreaterThanOrEqual(0);
	});

	it('goes on at the primary if its server dies', async () => {
		const session = openReads(database.db, () => other).session();
		const pid = await processOf(session.db);
		await database.owner.query({ text: 'select pg_terminate_backend($1)', values: [pid] });
		await expect.poll(() => processOf(session.db)).not.toBe(pid);
		session.close();
	});

	it('cannot write, and fails like any other where the statement is wrong', async () => {
		const session = openReads(database.db, () => other).session();
		await expect(session.db.query({ text: 'insert into test_row values (1)' })).rejects.toThrow('permission denied');
		await expect(count(session.db)).resolves.toBeGreaterThanOrEqual(0);
		await expect(session.db.query({ text: 'select no_such_column' })).rejects.toThrow('does not exist');
		session.close();
	});
});

describe('a read of one statement', () => {
	it('is answered by the primary if the replica cannot', async () => {
		const gone = openDatabase(database.url);
		await gone.close();
		expect(await count(openReads(database.db, () => gone))).toBeGreaterThanOrEqual(0);
		const session = openReads(database.db, () => gone).session();
		expect(await count(session.db)).toBeGreaterThanOrEqual(0);
		session.close();
	});
});
