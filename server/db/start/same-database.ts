/** Checks that two variables lead to one database, by a lock that is taken through one and seen through the other. */
import { randomInt } from 'node:crypto';
import { describeDatabase } from '#server/config/database.ts';
import { StartRefused } from '#server/config/refused.ts';
import { LOCKS } from '#server/kernel/locks.ts';
import { askOnce } from './ask-once.ts';

const RANDOM_MAX = 2 ** 31;

/**
 * @param name the other variable, whose way may lead through a pooler or another login
 * @throws {StartRefused} if it leads to another database
 */
export async function expectSameDatabase(url: string, name: string, otherUrl: string): Promise<void> {
	const mark = randomInt(RANDOM_MAX);
	const isSame = await askOnce('DATABASE_URL', url, async (client) => {
		await client.query('select pg_advisory_lock($1, $2)', [LOCKS.sameDatabase, mark]);
		return askOnce(
			name,
			otherUrl,
			async (other) => (await other.query(SELECT_LOCK, [LOCKS.sameDatabase, mark])).rows.length > 0,
		);
	});
	if (isSame) return;
	throw new StartRefused(
		`${name} leads to another database than DATABASE_URL (${describeDatabase(otherUrl)}, and ${describeDatabase(url)}): ` +
			'both must lead to the same database of the same server',
	);
}

const SELECT_LOCK = `
	select from pg_locks join pg_database on pg_database.oid = pg_locks.database
	where locktype = 'advisory' and datname = current_database() and granted and objsubid = 2
		and classid::bigint = $1 and objid::bigint = $2`;
