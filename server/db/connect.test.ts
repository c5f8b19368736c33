/** Tests the role and the timeouts of our connections. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { beforeTests } from '../../tests/fixtures/before-tests.ts';
import { faultOf, ownDatabase, withPool } from '../../tests/fixtures/database/database.ts';
import { openDatabaseLine } from '../../tests/fixtures/database/database-line.ts';
import { aPerson } from '../../tests/fixtures/accounts/people.ts';
import { execute } from '../../testkit/execute.ts';
import { isDatabaseLost, isDatabaseUnable } from './lost.ts';
import { OF_CALLS, OF_VOTES } from './connect.ts';
import { openDatabase, withLongTimeouts } from './pool.ts';
import type { Database } from '#server/kernel/database.ts';

const database = ownDatabase();

const WHO = {
	text: `select current_user as user, current_setting('work_mem') as memory, current_setting('lock_timeout') as lock`,
};
const LOCK_WALLET = { text: 'select from wallet for update' };

describe('a connection', () => {
	async function withOptions(options: string, work: (db: Database) => Promise<void>): Promise<void> {
		const address = new URL(database.url);
		address.searchParams.set('options', options);
		await withPool(openDatabase(address.href), work);
	}

	it('keeps what the address asks of the server, and is the application’s own all the same', async () => {
		await withOptions('-c work_mem=5MB -c role=none -c default_transaction_isolation=serializable', async (db) => {
			expect(await db.query(WHO)).toEqual([{ user: 'lightstick_app', memory: '5MB', lock: '2s' }]);
			const connection = db.connection();
			await connection.connect();
			expect(await connection.query(WHO)).toMatchObject([{ user: 'lightstick_app', memory: '5MB' }]);
			await connection.end();
		});
	});

	describe('to a database with settings of its own', () => {
		const HOSTILE = {
			array_nulls: 'off',
			datestyle: 'German, MDY',
			default_transaction_deferrable: 'on',
			default_transaction_isolation: 'serializable',
			exit_on_error: 'on',
			extra_float_digits: '-15',
			gin_fuzzy_search_limit: '3',
			idle_session_timeout: '1ms',
			intervalstyle: 'sql_standard',
			quote_all_identifiers: 'on',
			row_security: 'off',
			search_path: 'elsewhere',
			standard_conforming_strings: 'off',
			transaction_timeout: '1ms',
			transform_null_equals: 'on',
		};
		const SETTINGS = {
			text: 'select name, current_setting(name) as value from unnest($1::text[]) as name',
			values: [Object.keys(HOSTILE)],
		};
		const written = ['datestyle', 'search_path'];
		async function set(names = Object.keys(HOSTILE)): Promise<void> {
			const altered = `alter database "${new URL(database.url).pathname.slice(1)}"`;
			for (const [name, value] of Object.entries(HOSTILE)) {
				if (!names.includes(name)) continue;
				const text = `${altered} set ${name} = ${written.includes(name) ? value : `'${value}'`}`;
				await database.owner.query({ text });
			}
			onTestFinished(async () => void (await database.owner.query({ text: `${altered} reset all` })));
		}

		it('works by those that its statements were written for', async () => {
			await withPool(openDatabase(database.url), async (before) => {
				const usual = await before.query(SETTINGS);
				await set();
				await withPool(openDatabase(database.url), async (db) => {
					expect(await db.query(SETTINGS)).toEqual(usual);
					const connection = db.connection();
					await connection.connect();
					expect(await connection.query(SETTINGS)).toEqual(usual);
					await connection.end();
				});
			});
		});

		it('is refused behind a pooler, which hands on none of ours, by the names of the settings', async () => {
			await set(['array_nulls', 'datestyle', 'search_path', 'standard_conforming_strings']);
			const pooler = await openDatabaseLine(database.url, { dropsOptions: true });
			await withPool(openDatabase(database.url, { poolUrl: pooler.url }), async (db) => {
				const message = (await faultOf(db.query(WHO)))?.message;
				expect(message).toContain(
					'array_nulls is "off" (not on), datestyle is "German, MDY" (not ISO), search_path is',
				);
			});
			await pooler.close();
		});
	});

	it.each(['client_encoding=LATIN1', 'statement_timeout=0&lock_timeout=0', 'query_timeout=1', 'replication=database'])(
		'is the application’s own whatever else its address says: %s',
		async (parameters) => {
			const text = `select 'Đêm 밤' as name, current_setting('client_encoding') as encoding,
				current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
			const address = new URL(database.url);
			address.search += `${address.search === '' ? '' : '&'}${parameters}`;
			await withPool(openDatabase(address.href), async (db) => {
				expect(await db.query({ text })).toEqual([{ name: 'Đêm 밤', encoding: 'UTF8', statement: '10s', lock: '2s' }]);
			});
		},
	);

	it('is refused where something in between drops what it begins with, so that nobody runs as the owner', async () => {
		const pooler = await openDatabaseLine(database.url, { dropsOptions: true });
		const db = openDatabase(pooler.url);
		const refusal = /takes us for \S+, we could change entries of the ledger.*let it pass "options"/;
		expect((await faultOf(db.query(WHO)))?.message).toMatch(refusal);
		expect((await faultOf(db.connection().connect()))?.message).toMatch(refusal);
		await db.close();
		await pooler.close();
	});
});

describe('a wait', () => {
	const line = beforeTests(() => openDatabaseLine(database.url));
	beforeAll(async () => void (await aPerson(database.owner, 'ana')));
	const SHORT = { ...OF_CALLS, connectMs: 400, answerMs: 400, lockMs: 100, silenceMs: 200 };
	const withShortTimeouts = (work: (db: Database) => Promise<void>, more = {}) =>
		withPool(openDatabase(line.url, { timeouts: SHORT, ...more }), work);

	it('for a server that says nothing any more ends, and a new connection is taken when it speaks again', async () => {
		await withShortTimeouts(async (db) => {
			await db.query(WHO);
			line.freeze();
			const asked = [db.query(WHO), db.transaction((tx) => tx.query(WHO))].map(faultOf);
			expect((await Promise.all(asked)).map(isDatabaseLost)).toEqual([true, true]);
			line.thaw();
			await expect.poll(() => faultOf(db.query(WHO))).toBeNull();
		});
	});

	it('for somebody else’s lock ends, and says that it may be tried again', async () => {
		await database.owner.transaction(async (tx) => {
			await tx.query(LOCK_WALLET);
			await withShortTimeouts(async (db) => {
				const fault = await faultOf(db.transaction((other) => other.query(LOCK_WALLET)));
				expect([isDatabaseUnable(fault), isDatabaseLost(fault)]).toEqual([true, false]);
			});
		});
	});

	it('for a program that fell silent in a transaction ends: its locks are free, and it learns of it', async () => {
		await withShortTimeouts(async (db) => {
			const silence = Promise.withResolvers<void>();
			const locked = Promise.withResolvers<void>();
			const stopped = faultOf(
				db.transaction(async (tx) => {
					await tx.query(LOCK_WALLET);
					locked.resolve();
					await silence.promise;
					await tx.query(WHO);
				}),
			);
			await locked.promise;
			await expect.poll(() => faultOf(db.transaction((tx) => tx.query(LOCK_WALLET)))).toBeNull();
			silence.resolve();
			expect(isDatabaseLost(await stopped)).toBe(true);
		});
	});

	it('for a connection of a pool that is used up ends', async () => {
		const oneOnly = { max: 1, timeouts: { ...SHORT, silenceMs: OF_CALLS.silenceMs } };
		await withShortTimeouts(async (db) => {
			await db.transaction(async () => expect(isDatabaseLost(await faultOf(db.query(WHO)))).toBe(true));
		}, oneOnly);
	});
});

/** Nothing is sent when a connection begins, and the login's own settings are checked. */
describe('through a transaction pooler', () => {
	const LOGIN = `pooled_${process.pid}`;
	const SETTINGS = `
		alter role ${LOGIN} set default_transaction_isolation = 'read committed';
		alter role ${LOGIN} set statement_timeout = '10s';
		alter role ${LOGIN} set lock_timeout = '2s';
		alter role ${LOGIN} set idle_in_transaction_session_timeout = '10s'`;
	const WHO_WAITS = `select current_user as user, setting::integer as "lockMs" from pg_settings where name = 'lock_timeout'`;
	const pooler = beforeTests(() => openDatabaseLine(database.url, { dropsOptions: true }));
	let poolUrl: string;

	beforeAll(async () => {
		await execute(database.url, `create role ${LOGIN} login password 'pooled' in role lightstick_app`);
		const address = new URL(pooler.url);
		address.username = LOGIN;
		address.password = 'pooled';
		poolUrl = address.href;
	});
	afterAll(() => execute(database.url, `drop role ${LOGIN}`));

	async function refusalOf(url: string): Promise<string | undefined> {
		const db = openDatabase(database.url, { poolUrl: url });
		const fault = await faultOf(db.query(WHO));
		await db.close();
		return fault?.message;
	}

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
		expect(await db.query({ text: WHO_WAITS })).toEqual([{ user: LOGIN, lockMs: OF_CALLS.lockMs }]);
		const long = { text: `select current_setting('statement_timeout') as timeout` };
		expect(await db.transaction(async (tx) => (await withLongTimeouts(tx)).query(long))).toEqual([{ timeout: '50s' }]);
		expect(await db.query(long)).toEqual([{ timeout: '10s' }]);
		const connection = db.connection();
		await connection.connect();
		expect(await connection.query({ text: WHO_WAITS })).toEqual([{ user: 'lightstick_app', lockMs: OF_VOTES.lockMs }]);
		await connection.end();
		await db.close();
	});
});
