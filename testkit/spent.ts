/** What a server and its database have used so far. Processor time is NaN where the system does not tell. */
import { one, type Db } from '#server/kernel/database.ts';
import { cpuOf, cpuOfPostgres } from './cpu.ts';

export interface Spent {
	serverUs: number;
	/** Of every PostgreSQL there is. */
	postgresUs: number;
	walBytes: number;
	storedBytes: number;
}

export async function readSpent(db: Db, { child }: { child: { pid?: number | undefined } }): Promise<Spent> {
	const text = `select (pg_current_wal_insert_lsn() - '0/0')::bigint as "walBytes",
		pg_database_size(current_database()) as "storedBytes"`;
	const stored = await one<Pick<Spent, 'walBytes' | 'storedBytes'>>(db, { text });
	return { serverUs: cpuOf(child.pid ?? 0) ?? Number.NaN, postgresUs: cpuOfPostgres() ?? Number.NaN, ...stored };
}

/** Returns what was used between two readings, by vote. */
export function spentByVote(before: Spent, after: Spent, votes: number): Spent {
	return {
		serverUs: (after.serverUs - before.serverUs) / votes,
		postgresUs: (after.postgresUs - before.postgresUs) / votes,
		walBytes: (after.walBytes - before.walBytes) / votes,
		storedBytes: (after.storedBytes - before.storedBytes) / votes,
	};
}
