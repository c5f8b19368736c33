/** A database's schema as text, for people to read. */
import type { Database } from '#server/kernel/database.ts';

/** Returns functions, tables with columns and constraints, what the application may do with them, and indexes. */
export async function describeSchema(database: Database): Promise<string> {
	const tables = await database.query<TableRow>({ text: TABLES });
	const described = tables.map(
		({ name, comment, definition, grants }) =>
			`${comment ?? ''}create table ${name} (\n${definition}\n);\n-- lightstick_app may: ${grants ?? 'nothing'}\n`,
	);
	const indexes = await database.query<{ definition: string }>({ text: INDEXES });
	const functions = await database.query<{ definition: string }>({ text: FUNCTIONS });
	return [
		'-- Made by `npm run schema` from db/migrations and db/functions; compared by `npm run check`. Read it, never run it.\n',
		...functions.map(({ definition }) => `${definition.trim()};\n`),
		...described,
		`${indexes.map(({ definition }) => `${definition};`).join('\n')}\n`,
	].join('\n');
}

interface TableRow {
	name: string;
	comment: string | null;
	definition: string;
	grants: string | null;
}

const TABLES = `
	select relname as name, E'-- ' || obj_description(oid, 'pg_class') || E'\\n' as comment,
		(select string_agg(line, E',\\n' order by kind, position, line) from (
			select 1 as kind, attnum as position, concat(E'\\t-- ' || col_description(attrelid, attnum) || E'\\n',
				format(E'\\t%I %s%s%s', attname, format_type(atttypid, atttypmod),
					case when attnotnull then ' not null' else '' end,
					coalesce(' default ' || pg_get_expr(adbin, adrelid), ''))) as line
			from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
			where attrelid = pg_class.oid and attnum > 0 and not attisdropped
			union all
			select 2, 0, E'\\t' || pg_get_constraintdef(oid) from pg_constraint
			where conrelid = pg_class.oid and contype <> 'n'
		) as lines) as definition,
		(select string_agg(lower(privilege_type), ', ' order by privilege_type) from information_schema.table_privileges
			where table_schema = 'public' and table_name = relname and grantee = 'lightstick_app') as grants
	from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;

const INDEXES = `
	select pg_get_indexdef(indexrelid) as definition from pg_index
	join pg_class on pg_class.oid = indexrelid
	where relnamespace = 'public'::regnamespace
		and not exists (select from pg_constraint where conindid = indexrelid) order by relname`;

const FUNCTIONS = `
	select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace order by proname`;
