/** Databases that a start refuses, each in a sentence that says what to do. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StartRefused } from '#server/config/refused.ts';
import { faultOf as failureOf, ownDatabase } from '../../tests/fixtures/database/database.ts';
import { openDatabaseLine } from '../../tests/fixtures/database/database-line.ts';
import { execute, rowsOf, withDatabase } from '../../testkit/execute.ts';
import { runScript } from '../../testkit/processes.ts';
import { expectOwnSite, keepSite, markSite } from './installation.ts';
import { migrate } from './migrate.ts';
import { expectAppLogin, expectDatabase, expectOwner, expectSameDatabase, faultOf, prepareDatabase } from './start.ts';

const database = ownDatabase();
let empty: string;
const stranger = `stranger_${process.pid}`;

beforeAll(async () => {
	empty = withDatabase(database.url, `empty_${process.pid}`);
	await execute(database.url, `create database empty_${process.pid}`);
	await execute(database.url, `create role ${stranger} login password 'long-and-secret'`);
});
afterAll(async () => {
	await execute(database.url, `drop database empty_${process.pid} with (force)`);
	await execute(withDatabase(database.url, 'postgres'), `drop role ${stranger}`);
});

async function refusalOf(work: Promise<unknown>): Promise<string> {
	const fault = await failureOf(work);
	expect(fault).toBeInstanceOf(StartRefused);
	expect(fault?.message).not.toContain('long-and-secret');
	return fault?.message ?? '';
}

function asStranger(url: string): string {
	const address = new URL(url);
	address.username = stranger;
	address.password = 'long-and-secret';
	return address.href;
}

const prepare = (found: Parameters<typeof prepareDatabase>[0]) => prepareDatabase(found, 'http://localhost:3000');

describe('a database', () => {
	it('of an older version is refused, and of ours or a later one is not', async () => {
		const faultIn = (version: string) => faultOf({ version, standby: false, encoding: 'UTF8' });
		expect(faultIn('17.6 (Debian 17.6-1)')).toMatch(
			/^is PostgreSQL 17\.6 .*, and Lightstick needs 18 or later: upgrade the server/,
		);
		expect(['18.0', '18beta1', '19.2'].map(faultIn)).toEqual([null, null, null]);
		await expectDatabase('DATABASE_URL', database.url);
	});

	it('so old that it ends a connection before it tells its version is refused as that, in its own language', async () => {
		const fault = ['SFATAL', 'VFATAL', 'C42704', 'Munbekannter Konfigurationsparameter »transaction_timeout«', '', ''];
		const text = Buffer.from(fault.join('\0'));
		const head = Buffer.from(['E'.charCodeAt(0), 0, 0, 0, 4 + text.length]);
		const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, text]))));
		onTestFinished(() => void server.close());
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const { port } = server.address() as AddressInfo;
		const refusal = await refusalOf(expectDatabase('DATABASE_URL', `postgresql://site@127.0.0.1:${port}/site`));
		expect(refusal).toContain('is older than PostgreSQL 17, and Lightstick needs 18 or later');
	});

	it.each([
		['default_transaction_read_only = on', /takes no writes, because default_transaction/],
		['session_replication_role = replica', /runs no triggers, because session_replication_role/],
	])('that was told %s is refused in a sentence, before anything is written', async (set, sentence) => {
		const named = new URL(database.url).pathname.slice(1);
		const beside = withDatabase(database.url, 'postgres');
		await execute(beside, `alter database "${named}" set ${set}`);
		onTestFinished(() => execute(beside, `alter database "${named}" reset all`));
		await expect(expectDatabase('DATABASE_URL', database.url)).rejects.toThrow(sentence);
	});

	it.each([
		["libc encoding 'UTF8' locale 'C'", 'has a locale that does not know É and é, or I and i, as one letter'],
		["libc encoding 'LATIN1' locale 'C'", 'has the encoding LATIN1'],
		["icu icu_locale 'tr-TR' locale 'C'", 'has a locale that does not know'],
		["icu icu_locale 'az-AZ' locale 'C'", 'has a locale that does not know'],
	])('made with %s is refused, and the one that the sentence makes is taken', async (options, fault) => {
		const name = `odd_locale_${process.pid}`;
		const made = withDatabase(database.url, name);
		await execute(database.url, `create database ${name} template template0 locale_provider ${options}`);
		const refusal = await refusalOf(expectDatabase('DATABASE_URL', made));
		await execute(database.url, `drop database ${name}`);
		expect(refusal).toContain(fault);
		const advice = /\((create database .*)\)$/.exec(refusal)?.[1] ?? '';
		await execute(database.url, advice.replace('lightstick', name));
		await expectDatabase('DATABASE_URL', made);
		await migrate(made);
		await execute(database.url, `drop database ${name} with (force)`);
	});

	it('with settings that our statements do not run under is prepared under ours', async () => {
		const name = `odd_settings_${process.pid}`;
		const url = withDatabase(database.url, name);
		await execute(database.url, `create database ${name}`);
		onTestFinished(() => execute(database.url, `drop database ${name} with (force)`));
		for (const set of [`search_path = ''`, `statement_timeout = '1ms'`, `transaction_timeout = '5ms'`])
			await execute(database.url, `alter database ${name} set ${set}`);
		const found = { url, poolUrl: null, ownerUrl: url, ownerName: 'DATABASE_URL' };
		for (const _ of ['first', 'again']) {
			await expectDatabase('DATABASE_URL', url);
			expect(await prepare(found)).toBeNull();
		}
	});

	it('that lets too few connections in is refused by their number, whatever limits them', async () => {
		const url = asStranger(empty);
		const named = new URL(empty).pathname.slice(1);
		const [server] = await rowsOf<{ most: number }>(
			empty,
			`select current_setting('max_connections')::integer as most`,
		);
		const most = server?.most ?? 0;
		const tooFew = async (needed: number) =>
			/lets (\d+) connections/.exec(await refusalOf(expectDatabase('DATABASE_URL', url, needed)))?.[1];
		expect(await tooFew(most)).toBe(String(most - 3));
		for (const [needed, limited] of fc.sample(
			fc.tuple(fc.integer({ min: 3, max: 40 }), fc.constantFrom(`database ${named}`, `role ${stranger}`)),
			6,
		)) {
			await execute(database.url, `alter ${limited} connection limit ${needed - 1}`);
			expect(await tooFew(needed)).toBe(String(needed - 1));
			await execute(database.url, `alter ${limited} connection limit ${needed}`);
			await expectDatabase('DATABASE_URL', url, needed);
			await execute(database.url, `alter ${limited} connection limit -1`);
		}
	});

	it('behind a transaction pooler is refused before a lock is taken there, except where a pooler belongs', async () => {
		const pooler = await openDatabaseLine(database.url, { dropsOptions: true });
		onTestFinished(() => pooler.close());
		for (const name of ['DATABASE_URL', 'MIGRATE_DATABASE_URL'])
			expect(await refusalOf(expectDatabase(name, pooler.url))).toMatch(
				/drops the settings .* name it in DATABASE_POOL/,
			);
		await expectDatabase('DATABASE_POOL_URL', pooler.url);
	});

	it.each(['transactions', 'statements'] as const)(
		'behind a pooler of %s that cannot serve calls is refused',
		async (pools) => {
			await execute(database.url, `grant lightstick_app to ${stranger}`);
			const role = `alter role ${stranger} set`;
			for (const set of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
				await execute(database.url, `${role} ${set} = '2s'`);
			onTestFinished(async () => {
				await execute(database.url, `alter role ${stranger} reset all; revoke lightstick_app from ${stranger}`);
			});
			const asked = async (trait: { pools?: typeof pools }) => {
				const pooler = await openDatabaseLine(database.url, { dropsOptions: true, ...trait });
				onTestFinished(() => pooler.close());
				return expectAppLogin('DATABASE_POOL_URL', asStranger(pooler.url), true);
			};
			await asked({});
			expect(await refusalOf(asked({ pools }))).toContain(
				'Calls need transactions and statements that are prepared by name',
			);
		},
	);

	it('whose login may create nothing is refused, with what to grant', async () => {
		const refusal = await refusalOf(expectOwner('DATABASE_URL', asStranger(empty)));
		expect(refusal).toContain(`the login ${stranger} must own the database`);
		expect(refusal).toContain(`grant create on schema public to ${stranger}`);
		expect(refusal).toContain('MIGRATE_DATABASE_URL');
		await expectOwner('DATABASE_URL', empty);
	});

	it('whose login may not take the application’s role of another site on the server is refused', async () => {
		const name = `second_${process.pid}`;
		await execute(database.url, `create database ${name} owner ${stranger}`);
		onTestFinished(() => execute(database.url, `drop database ${name} with (force)`));
		const refusal = await refusalOf(expectOwner('DATABASE_URL', asStranger(withDatabase(database.url, name))));
		expect(refusal).toContain(`cannot be in the role lightstick_app (let a superuser run:`);
		expect(refusal).toContain(`grant lightstick_app to ${stranger})`);
	});

	it('whose tables belong to another role is refused', async () => {
		expect(await refusalOf(expectOwner('DATABASE_URL', asStranger(database.url)))).toMatch(
			/change the table \w+, which belongs to another role/,
		);
	});

	it('whose login is not in the application’s role is refused, with what to grant', async () => {
		const refusal = await refusalOf(expectAppLogin('DATABASE_URL', asStranger(database.url), false));
		expect(refusal).toMatch(/^DATABASE_URL: .*lightstick_app.*let the owner run "grant lightstick_app to/);
		await execute(database.url, `grant lightstick_app to ${stranger}`);
		await expectAppLogin('DATABASE_URL', asStranger(database.url), false);
	});

	it('that is up to date serves a site that has no owner’s login; one that is not is left alone', async () => {
		const url = asStranger(database.url);
		const found = { url, poolUrl: null, ownerUrl: url, ownerName: 'DATABASE_URL' };
		expect(await prepare(found)).toBeNull();
		await execute(database.url, `update function_file set hash = 'of the release before'`);
		expect(await refusalOf(prepare(found))).toContain('Run "npm run migrate"');
		const asOwner = await refusalOf(expectOwner('MIGRATE_DATABASE_URL', url));
		expect(asOwner).toMatch(/belongs to another role\. Name the owner there$/);
		await migrate(database.url);
		await prepare(found);
	});

	it('that was made as the operating page says serves, and its site cannot rewrite the books', async () => {
		const page = await readFile(new URL('../../docs/operating/README.md', import.meta.url), 'utf8');
		const own = (word: string) => `${word}_${process.pid}`;
		const [owner, site, name] = [own('owner'), own('site'), own('recipe')];
		const recipe = (/```sql\n([^`]*)```/.exec(page)?.[1] ?? '')
			// Of the whole server, and there already.
			.replace('create role lightstick_app;', '')
			.replaceAll(/\b(role|to|owner) owner\b/g, `$1 ${owner}`)
			.replaceAll('role site', `role ${site}`)
			.replaceAll('database lightstick', `database ${name}`)
			.replaceAll('…', 'long-and-secret');
		for (const statement of recipe.split(';').filter((text) => text.trim() !== ''))
			await execute(database.url, statement);
		const as = (user: string) => asStranger(withDatabase(database.url, name)).replace(stranger, user);
		const asSite = { url: as(site), poolUrl: null, ownerUrl: as(site), ownerName: 'DATABASE_URL' };
		expect(await refusalOf(prepare(asSite))).toContain('Run "npm run migrate"');
		const asOwner = { ...asSite, ownerUrl: as(owner), ownerName: 'MIGRATE_DATABASE_URL' };
		await prepare(asOwner);
		await prepare(asSite);
		expect((await failureOf(execute(as(site), 'delete from ledger_entry')))?.message).toMatch(/permission denied/);
		for (const [script, ...args] of [['migrate.ts'], ['after-restore.ts', '2026-01-31T23:59:59Z']] as const) {
			const { code, output } = await runScript(script, { DATABASE_URL: as(site), MIGRATE_DATABASE_URL: '' }, args);
			expect([code, output]).toEqual([
				1,
				expect.stringMatching(/must own the database .* the owner in MIGRATE_DATABASE_URL/),
			]);
			expect(output).not.toMatch(/^\s+at /m);
		}
		await execute(database.url, `drop database ${name} with (force)`);
		for (const role of [site, owner]) await execute(database.url, `drop role ${role}`);
	});

	it('of another program is refused, and stays as it is', async () => {
		const tables = () => rowsOf(empty, `select tablename from pg_tables where schemaname = 'public' order by 1`);
		await execute(empty, 'create table customer (id integer); create table invoice (id integer)');
		expect(await refusalOf(migrate(empty))).toContain('tables of another program (customer, invoice)');
		expect(await tables()).toEqual([{ tablename: 'customer' }, { tablename: 'invoice' }]);

		await execute(empty, 'drop table customer, invoice; create table migration (id integer)');
		expect(await refusalOf(migrate(empty))).toContain('tables of another program (migration)');
		await execute(empty, 'drop table migration; create table migration (name text, hash text, applied_at timestamptz)');
		await execute(empty, `insert into migration values ('0001_create_users.sql', 'x', default)`);
		expect(await refusalOf(migrate(empty))).toContain('tables of another program (migration)');
		expect(await tables()).toEqual([{ tablename: 'migration' }]);
	});

	it('that one variable leads to and the other does not is refused', async () => {
		expect(await refusalOf(expectSameDatabase(database.url, 'DATABASE_POOL_URL', empty))).toMatch(
			/^DATABASE_POOL_URL leads to another database than DATABASE_URL \(empty_\d+ at .*both must lead to the same/,
		);
		await expectSameDatabase(database.url, 'DATABASE_POOL_URL', database.url);
	});
});

describe('a site', () => {
	const start = async (publicUrl: string) => {
		await expectOwnSite('DATABASE_URL', database.url, publicUrl);
		await keepSite('DATABASE_URL', database.url, publicUrl);
	};

	it('that was tried out on one machine becomes the public one when it is begun, in as many processes as one likes', async () => {
		for (const port of [3000, 3001]) await start(`http://localhost:${port}`);
		expect(await refusalOf(start('https://a.example'))).toContain('run "npm run init" once');
		await markSite('DATABASE_URL', database.url);
		for (const publicUrl of ['https://a.example', 'https://a.example']) await start(publicUrl);
	});

	it('is refused on the database of another one, with what to do if it has moved', async () => {
		for (const other of ['https://b.example', 'http://localhost:3000']) {
			const refusal = await refusalOf(start(other));
			expect(refusal).toContain(`belongs to the site https://a.example, and PUBLIC_URL is ${other}.`);
			await refusalOf(keepSite('DATABASE_URL', database.url, other));
			const [, statement = ''] = /as its owner: (.*)$/.exec(refusal) ?? [];
			await execute(database.url, statement);
			await start(other);
			await execute(database.url, `update installation set public_url = 'https://a.example'`);
		}
	});
});
