/** Migrations and functions, applied beside a site that is in use. */
import { describe, expect, it } from 'vitest';
import { StartRefused } from '#server/config/refused.ts';
import { beforeTests } from '../../tests/fixtures/before-tests.ts';
import { copyDatabase, ownDatabase } from '../../tests/fixtures/database/database.ts';
import { migrate, readFiles, sqlFile, type SqlFile, type SqlFiles } from './migrate.ts';

const database = ownDatabase();
const shipped = beforeTests(readFiles);

it('one that finds a table held lets everybody else through, and is applied when it is free', async () => {
	// As if the newest had not been applied yet: all it needs is the table.
	const name = '9999_a_column_more.sql';
	const files = { migrations: [sqlFile(name, 'alter table vote add column note text')], functions: [] };
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

it.each(['0001_ground.sql', '0001_foundation.sql'])(
	'refuses a database that a release before 0.2.0 made (%s), and leaves it as it is',
	async (first) => {
		const old = await copyDatabase();
		await old.owner.query({ text: 'delete from migration' });
		await old.owner.query({ text: `insert into migration (name, hash) values ($1, 'any')`, values: [first] });
		const refused = await migrate(old.url).catch((error: unknown) => error);
		expect(refused).toBeInstanceOf(StartRefused);
		expect((refused as Error).message).toContain('made by a release before 0.2.0');
		expect(await old.owner.query({ text: 'select name from migration' })).toEqual([{ name: first }]);
		await old.drop();
	},
);

describe('a file of functions', () => {
	const copy = ownDatabase();
	const withFunctions = (...functions: SqlFile[]): SqlFiles => ({
		migrations: shipped.migrations,
		functions: [...shipped.functions, ...functions],
	});
	const answering = (answer: number) =>
		sqlFile('answer.sql', `create or replace function answer() returns integer language sql return ${answer}`);
	const answer = async () => (await copy.db.query<{ answer: number }>({ text: 'select answer()' }))[0]?.answer;

	it('is not applied again while its text stays, and reaches connections that have planned the old text when it changes', async () => {
		expect(await migrate(copy.url)).toEqual([]);
		const user = sqlFile(
			'asker.sql',
			`create or replace function asker() returns integer language plpgsql set plan_cache_mode = force_generic_plan
				as $$ begin return answer(); end $$`,
		);
		expect(await migrate(copy.url, withFunctions(answering(3), user))).toEqual(['answer.sql', 'asker.sql']);
		expect(await migrate(copy.url, withFunctions(answering(3), user))).toEqual([]);
		const connection = copy.db.connection();
		await connection.connect();
		try {
			const ask = () => connection.query({ name: 'ask', text: 'select asker()' });
			expect(await ask()).toEqual([{ asker: 3 }]);
			expect(await migrate(copy.url, withFunctions(answering(4), user))).toEqual(['answer.sql']);
			expect(await ask()).toEqual([{ asker: 4 }]);
		} finally {
			await connection.end();
		}
	});

	it('is applied once when two processes start at the same time, keeps its functions when it is gone, and is applied when it is back', async () => {
		const files = withFunctions(answering(5));
		const applied = await Promise.all([migrate(copy.url, files), migrate(copy.url, files)]);
		expect(applied.flat()).toEqual(['answer.sql']);
		expect(await migrate(copy.url)).toEqual([]);
		expect(await answer()).toBe(5);
		expect(await migrate(copy.url, withFunctions(answering(5)))).toEqual(['answer.sql']);
	});

	it('drops the old function itself when a signature changes', async () => {
		const wider = 'create or replace function answer() returns bigint language sql return 6';
		await expect(migrate(copy.url, withFunctions(sqlFile('answer.sql', wider)))).rejects.toThrow('answer.sql failed');
		expect(await answer()).toBe(5);
		const dropping = sqlFile('answer.sql', `drop function if exists answer(); ${wider}`);
		expect(await migrate(copy.url, withFunctions(dropping))).toEqual(['answer.sql']);
		expect(await answer()).toBe(6);
	});

	it('is left alone by an older version that starts again beside a newer one', async () => {
		const { migrations, functions } = withFunctions(
			sqlFile('answer.sql', `drop function if exists answer(); ${answering(7).sql}`),
		);
		const newer = [...migrations, sqlFile('9998_newer.sql', 'create table newer ()')];
		await migrate(copy.url, { migrations: newer, functions });
		expect(await migrate(copy.url, withFunctions(answering(1)))).toEqual([]);
		expect(await answer()).toBe(7);
	});
});

it('leaves nothing half done when it is killed', async () => {
	const copy = await copyDatabase();
	try {
		const files: SqlFiles = {
			migrations: [...shipped.migrations, sqlFile('9997_first.sql', 'create table first ()')],
			functions: [
				sqlFile('one.sql', 'create or replace function one() returns integer language sql return 1'),
				sqlFile('two.sql', 'select from fan for update'),
			],
		};
		await copy.owner.query({ text: `insert into fan (fan_id, register_platform) values (1, 'google')` });
		const made = { text: `select to_regclass('first') as first, to_regproc('one') as one` };
		await copy.owner.transaction(async (tx) => {
			await tx.query({ text: 'select from fan for update' });
			const killed = expect(migrate(copy.url, files)).rejects.toThrow();
			await expect.poll(() => copy.owner.query({ text: TERMINATE })).toHaveLength(1);
			await killed;
		});
		expect(await copy.owner.query(made)).toEqual([{ first: null, one: null }]);
		expect(await migrate(copy.url, files)).toEqual(['9997_first.sql', 'one.sql', 'two.sql']);
		expect(await copy.owner.query(made)).toEqual([{ first: 'first', one: 'one' }]);
	} finally {
		await copy.drop();
	}
});

const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
	where datname = current_database() and wait_event_type = 'Lock' and query = 'select from fan for update'`;
