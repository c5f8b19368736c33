/** Keeps migrations out of a database that belongs to another program. */
import type pg from 'pg';
import { StartRefused } from '#server/config/refused.ts';

/** The first migrations of releases before 0.2.0, whose databases cannot be brought up to date. */
export const BEFORE_0_2 = ['0001_ground.sql', '0001_foundation.sql'];
const OUR_FIRST = ['0001_base.sql', ...BEFORE_0_2];
const SHOWN_MAX = 3;

/**
 * Checks, before anything is created, that the database is empty or ours.
 * @throws {StartRefused} if tables of somebody else are in the schema public
 */
export async function expectOurTables(client: pg.ClientBase): Promise<void> {
	const { rows } = await client.query<{ name: string }>(SELECT_TABLES);
	const tables = rows.map(({ name }) => name);
	if (tables.length === 0 || (tables.includes('migration') && (await isOurs(client)))) return;
	const shown = tables.slice(0, SHOWN_MAX).join(', ');
	const more = tables.length > SHOWN_MAX ? `, and ${tables.length - SHOWN_MAX} more` : '';
	throw new StartRefused(
		`The database holds tables of another program (${shown}${more}). Give Lightstick a database of its own: ` +
			'create an empty one and name it in DATABASE_URL',
	);
}

/** An empty list is ours: a first start may have been killed after it had made the list. */
async function isOurs(client: pg.ClientBase): Promise<boolean> {
	const { rows } = await client.query<{ column_name: string }>(SELECT_COLUMNS);
	if (!['name', 'hash', 'applied_at'].every((name) => rows.some(({ column_name }) => column_name === name)))
		return false;
	const applied = await client.query<{ name: string }>('select name from migration');
	return applied.rows.length === 0 || applied.rows.some(({ name }) => OUR_FIRST.includes(name));
}

// Tables of extensions are nobody's data.
const SELECT_TABLES = `
	select relname as name from pg_class
	where relnamespace = to_regnamespace('public') and relkind in ('r', 'p')
		and not exists (
			select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
	order by relname`;
const SELECT_COLUMNS = `select column_name from information_schema.columns
	where table_schema = 'public' and table_name = 'migration'`;
