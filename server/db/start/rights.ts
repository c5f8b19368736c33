/** Checks before the migrations that their login may do what they need. */
import { describeDatabase } from '#server/config/database.ts';
import { StartRefused } from '#server/config/refused.ts';
import { APP_ROLE } from '../connect.ts';
import { askOnce } from './ask-once.ts';

interface Rights {
	user: string;
	schemas: boolean;
	tables: boolean | null;
	roles: boolean;
	/** A table that belongs to somebody else; null if there is none. */
	foreign: string | null;
}

/**
 * @param name the variable that holds the owner's address
 * @throws {StartRefused} if its login cannot create or change tables
 */
export async function expectOwner(name: string, url: string): Promise<void> {
	const rights = await askOnce(
		name,
		url,
		async (client) => (await client.query<Rights>(SELECT_RIGHTS, [APP_ROLE])).rows[0],
	);
	if (!rights) return;
	const { user, schemas, tables, roles, foreign } = rights;
	const faults = [
		schemas ? null : `create schemas (grant create on database … to ${user})`,
		tables === true ? null : `create tables in the schema public (grant create on schema public to ${user})`,
		roles
			? null
			: `create the role ${APP_ROLE} (let a superuser run: create role ${APP_ROLE}; grant ${APP_ROLE} to ${user})`,
		foreign === null ? null : `change the table ${foreign}, which belongs to another role`,
	].filter((fault) => fault !== null);
	if (faults.length === 0) return;
	throw new StartRefused(
		`${name}: the login ${user} must own the database ${describeDatabase(url)}, and cannot ${faults.join('; nor ')}. ` +
			'Name its owner in MIGRATE_DATABASE_URL',
	);
}

const SELECT_RIGHTS = `
	select current_user as user, has_database_privilege(current_database(), 'create') as schemas,
		has_schema_privilege(to_regnamespace('public'), 'create') as tables,
		(select rolsuper or rolcreaterole from pg_roles where rolname = current_user)
			or exists (select from pg_roles where rolname = $1) as roles,
		(
			select min(relname) from pg_class join pg_tables on tablename = relname and schemaname = 'public'
			where relnamespace = to_regnamespace('public') and not pg_has_role(relowner, 'usage')
		) as foreign`;
