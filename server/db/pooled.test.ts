/** Calls through a transaction pooler: nothing is sent when a connection begins, and the login's own settings are checked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf, ownDatabase } from '../../tests/fixtures/database/database.ts';
import { openDatabaseLine, type DatabaseLine } from '../../tests/fixtures/database/database-line.ts';
import { execute, withDatabase } from '../../testkit/execute.ts';
import { openDatabase, withLongTimeouts } from './pool.ts';
import { OF_CALLS, OF_VOTES } from './connect.ts';

const LOGIN = `pooled_${process.pid}`;
const SETTINGS = `
	alter role ${LOGIN} set default_transaction_isolation = 'read committed';
	alter role ${LOGIN} set statement_timeout = '10s';
	alter role ${LOGIN} set lock_timeout = '2s';
	alter role ${LOGIN} set idle_in_transaction_session_timeout = '10s'`;
const WHO = {
	text: `select current_user as user, setting::integer as "lockMs" from pg_settings where name = 'lock_timeout'`,
};

const database = ownDatabase();
let pooler: DatabaseLine;
let poolUrl: string;

beforeAll(async () => {
	await execute(database.url, `create role ${LOGIN} login password 'pooled' in role lightstick_app`);
	pooler = await openDatabaseLine(database.url, { dropsOptions: true });
	const address = new URL(pooler.url);
	address.username = LOGIN;
	address.password = 'pooled';
	poolUrl = address.href;
});
afterAll(async () => {
	await pooler.close();
	await execute(withDatabase(database.url, 'postgres'), `drop role ${LOGIN}`);
});

async function refusalOf(url: string): Promise<string | undefined> {
	const db = openDatabase(database.url, { poolUrl: url });
	const fault = await faultOf(db.query(WHO));
	await db.close();
	return fault?.message;
}

describe('through a transaction pooler', () => {
	it('a login without timeouts of its own is refused, with what is missing', async () => {
		const fault = await refusalOf(poolUrl);
		expect(fault).toContain('statement_timeout is not set (at most 10000 ms), lock_timeout is not set');
		expect(fault).toContain('idle_in_transaction_session_timeout is not set');
		expect(fault).toContain('see docs/operating/failover.md');
	});

	it('a login that may change the books, or is none of ours, is refused', async () => {
		await execute(database.url, SETTINGS);
		expect(await refusalOf(pooler.url)).toContain('we could change entries of the ledger');
		await execute(database.url, `revoke lightstick_app from ${LOGIN}`);
		expect(await refusalOf(poolUrl)).toContain(`the database takes us for ${LOGIN}`);
		await execute(database.url, `grant lightstick_app to ${LOGIN}`);
	});

	it('calls run as the login, and votes on a connection that goes around the pooler', async () => {
		const db = openDatabase(database.url, { poolUrl });
		expect(await db.query(WHO)).toEqual([{ user: LOGIN, lockMs: OF_CALLS.lockMs }]);
		const long = { text: `select current_setting('statement_timeout') as timeout` };
		expect(await db.transaction(async (tx) => (await withLongTimeouts(tx)).query(long))).toEqual([{ timeout: '50s' }]);
		expect(await db.query(long)).toEqual([{ timeout: '10s' }]);
		const connection = db.connection();
		await connection.connect();
		expect(await connection.query(WHO)).toEqual([{ user: 'lightstick_app', lockMs: OF_VOTES.lockMs }]);
		await connection.end();
		await db.close();
	});
});
