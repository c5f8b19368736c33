/** Tests that connections reach the primary, with a primary and a standby that is promoted. */
import { beforeAll, describe, expect, it } from 'vitest';
import { StartRefused } from '#server/config/refused.ts';
import type { Database } from '#server/kernel/database.ts';
import { beforeTests } from '../../tests/fixtures/before-tests.ts';
import { faultOf, withPool } from '../../tests/fixtures/database/database.ts';
import { openDatabaseLine } from '../../tests/fixtures/database/database-line.ts';
import { execute } from '../../testkit/execute.ts';
import { severalHosts } from '../../tests/fixtures/database/several-hosts.ts';
import { startPrimaryAndStandby } from '../../tests/fixtures/database/standby.ts';
import { isDatabaseLost, isDatabaseUnable, NotPrimary } from './lost.ts';
import { openDatabase, openJobPool } from './pool.ts';
import { expectDatabase, expectOwner } from './start.ts';
import { OF_CALLS } from './connect.ts';
import { choose, reasonOf, type Said } from './primary.ts';

const servers = beforeTests(() => startPrimaryAndStandby({ synchronous: true }));
beforeAll(() =>
	execute(servers.primaryUrl, 'create table note (text text); grant select, insert on note to lightstick_app'),
);

const WHERE = { text: `select pg_is_in_recovery() as standby, pg_backend_pid() as pid` };
const WRITE = { text: `insert into note values ('written')` };

const withDatabase = (url: string, work: (db: Database) => Promise<void>) => withPool(openDatabase(url), work);

describe('of several servers', () => {
	it('the primary is reached by statements, transactions, connections of one’s own and jobs, also where one is not there', async () => {
		const nowhere = new URL(servers.primaryUrl);
		nowhere.searchParams.set('host', '/nowhere');
		const url = severalHosts(nowhere.href, servers.standbyUrl, servers.primaryUrl);
		await withDatabase(url, async (db) => {
			expect(await db.query(WHERE)).toMatchObject([{ standby: false }]);
			expect(await db.transaction((tx) => tx.query(WHERE))).toMatchObject([{ standby: false }]);
			const connection = db.connection();
			await connection.connect();
			expect(await connection.query(WHERE)).toMatchObject([{ standby: false }]);
			await connection.end();
		});
		const jobs = openJobPool(url);
		expect((await jobs.query(WHERE.text)).rows).toMatchObject([{ standby: false }]);
		await jobs.end();
	});

	it('none that is a primary is an error that may be tried again, and says what each of them is', async () => {
		const nowhere = new URL(servers.standbyUrl);
		nowhere.searchParams.set('host', '/nowhere');
		await withDatabase(severalHosts(nowhere.href, servers.standbyUrl), async (db) => {
			const fault = await faultOf(db.query(WHERE));
			expect(isDatabaseLost(fault)).toBe(true);
			expect(fault?.message).toMatch(
				/^No server is the primary: \/nowhere does not answer \(.*ENOENT.*\); .* is a standby$/,
			);
		});
	});

	it('the one of the later timeline counts, where two call themselves primary, and one that writes before one that reads', () => {
		const said = (host: string, is: Said['is'], timeline: number): Said => ({
			server: { host, port: 5432 },
			is,
			timeline,
		});
		const chosen = (...all: Said[]) => choose(all)?.host;
		expect(chosen(said('old', 'primary', 1), said('new', 'primary', 2))).toBe('new');
		expect(chosen(said('old', 'read-only primary', 1), said('other', 'primary', 1))).toBe('other');
		expect(chosen(said('standby', 'standby', 0), said('old', 'read-only primary', 1))).toBe('old');
		expect(chosen(said('standby', 'standby', 0), said('dead', 'does not answer', 0))).toBeUndefined();
	});
});

describe('at the start', () => {
	it('a pooler in place of the server is told where its address belongs', () => {
		expect(reasonOf(new Error('unsupported startup parameter: statement_timeout'))).toContain('DATABASE_POOL_URL');
	});

	it('a standby alone is refused, with what to name instead', async () => {
		await expect(expectDatabase('DATABASE_URL', servers.standbyUrl)).rejects.toThrow(
			/^DATABASE_URL: the database lightstick at \S+ is a standby, which only reads: name the primary, or all servers/,
		);
		await expectDatabase('DATABASE_URL', severalHosts(servers.standbyUrl, servers.primaryUrl));
	});

	it('several servers without a primary are refused, with what each of them is', async () => {
		const refused = expectDatabase('DATABASE_URL', severalHosts(servers.standbyUrl, servers.standbyUrl));
		await expect(refused).rejects.toThrow(StartRefused);
		await expect(refused).rejects.toThrow(/No server is the primary: \S+ is a standby; \S+ is a standby$/);
	});
});

it('behind a proxy a connection that leads to a standby is refused, and tried again until it leads to the primary', async () => {
	const proxy = await openDatabaseLine(servers.standbyUrl);
	await withDatabase(proxy.url, async (db) => {
		const fault = await faultOf(db.query(WHERE));
		expect([fault, isDatabaseLost(fault)]).toEqual([expect.any(NotPrimary), true]);
		expect(await faultOf(db.connection().connect())).toBeInstanceOf(NotPrimary);
		const asked = db.query(WHERE);
		proxy.leadTo(servers.primaryUrl);
		expect(await asked).toMatchObject([{ standby: false }]);
	});
	await proxy.close();
});

it('a connection whose server has turned read-only is not used again', async () => {
	await withDatabase(servers.primaryUrl, async (db) => {
		const connection = db.connection();
		await connection.connect();
		const [before] = await db.query<{ pid: number }>(WHERE);
		await setServer('alter system set default_transaction_read_only = on');
		await expect.poll(() => faultOf(connection.query(WRITE)).then(isDatabaseUnable)).toBe(true);
		await expect.poll(() => faultOf(connection.query(WHERE)).then(isDatabaseLost)).toBe(true);
		await faultOf(db.transaction((tx) => tx.query(WRITE)));
		const [after] = await db.query<{ pid: number }>(WHERE);
		expect(after?.pid).not.toBe(before?.pid);
		await setServer('alter system reset default_transaction_read_only');
		await expect.poll(() => faultOf(db.query(WRITE))).toBeNull();
		await connection.end();
	});
});

async function setServer(sql: string): Promise<void> {
	await execute(servers.primaryUrl, sql);
	await execute(servers.primaryUrl, 'select pg_reload_conf()');
}

it('a primary that falls silent is left by all connections as soon as one has found the next', async () => {
	const line = await openDatabaseLine(servers.primaryUrl);
	const other = await openDatabaseLine(servers.primaryUrl);
	// Two ways to one server: the first falls silent, and the second leads on.
	const url = severalHosts(line.url, other.url);
	const quick = openDatabase(url, { timeouts: { ...OF_CALLS, answerMs: 300, connectMs: 2_000 } });
	await withDatabase(url, async (patient) => {
		await Promise.all([patient.query(WHERE), quick.query(WHERE)]);
		line.freeze();
		const waiting = faultOf(patient.query(WHERE));
		await expect.poll(() => faultOf(quick.query(WHERE))).toBeNull();
		const fault = await waiting;
		expect([isDatabaseLost(fault), fault?.message]).toEqual([true, 'Connection terminated unexpectedly']);
		expect(await patient.query(WHERE)).toMatchObject([{ standby: false }]);
	});
	await quick.close();
	await Promise.all([line.close(), other.close()]);
});

it('an owner whose writes would wait for ever is told what to set', async () => {
	const set = async (names: string) => {
		await execute(servers.standbyUrl, `alter system set synchronous_standby_names = '${names}'`);
		await execute(servers.standbyUrl, 'select pg_reload_conf()');
	};
	await set('nobody');
	const asked = () => faultOf(expectOwner('DATABASE_URL', servers.standbyUrl));
	await expect.poll(async () => String(await asked())).toMatch(/waits for a standby with each write/);
	await set('');
	await expect.poll(asked).toBeNull();
});
