import pg from 'pg';
import { expect, it } from 'vitest';
import { ownDatabase } from '../../tests/fixtures/database/database.ts';
import { loggedError } from './log.ts';

const database = ownDatabase();

/** Returns PostgreSQL's error for an invalid statement. */
async function errorOf(text: string, values: unknown[] = []): Promise<unknown> {
	const error: unknown = await database.owner.query({ text, values }).catch((failure: unknown) => failure);
	expect(error).toBeInstanceOf(pg.DatabaseError);
	return error;
}

it('names table and constraint, and none of the row that broke it', async () => {
	await database.owner.query({ text: 'create table if not exists address (email text unique)' });
	await database.owner.query({ text: `insert into address values ('fan@private.example')` });
	const error = await errorOf(`insert into address values ('fan@private.example')`);
	expect(JSON.stringify(error)).toContain('fan@private.example');
	const logged = loggedError(new Error('outer', { cause: error }));
	expect(JSON.stringify(logged)).not.toContain('private.example');
	expect(logged['cause']).toMatchObject({ code: '23505', table: 'address', constraint: 'address_email_key' });
});

it('does not repeat what PostgreSQL could not read, neither in message nor in stack', async () => {
	const error = await errorOf('select $1::text::integer', ['fan@private.example "quoted"']);
	const logged = loggedError(error);
	expect(JSON.stringify(logged)).not.toContain('private.example');
	expect(logged.message).toBe('invalid input syntax for type integer: "…"');
	expect(logged.stack).toContain('log.test.ts');
});
