/** Time zones that both PostgreSQL and this process can reckon in. */
import { cachedByKey } from '#server/kernel/cache.ts';
import { sql } from '#server/kernel/sql.ts';
import type { Db } from '#server/kernel/database.ts';

/** PostgreSQL opens the file of every zone for this list: 12 ms of a connection, so a process reads it once. */
const names = cachedByKey({ ageMs: Infinity, max: 1 }, async (_: string, db: Db) => {
	const rows = await sql`select name from pg_timezone_names`.all<{ name: string }>(db);
	return new Set(rows.map(({ name }) => name));
});

export async function isTimeZone(db: Db, name: string): Promise<boolean> {
	return (await names.read('', db)).has(name) && isKnownHere(name);
}

/** PostgreSQL lists a few names that no program here knows, such as `Factory` and `posixrules`. */
function isKnownHere(timeZone: string): boolean {
	try {
		Intl.DateTimeFormat('en', { timeZone });
		return true;
	} catch {
		return false;
	}
}
