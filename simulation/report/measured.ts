/** What depends on the machine: the cost of a vote, with everything else that the month brought. */
import { one } from '#server/kernel/database.ts';
import { cpuOf, cpuOfPostgres } from '../../testkit/cpu.ts';
import type { Stage } from '../stage/stage.ts';

/** Processor time in microseconds; NaN where the system does not tell. */
export interface Spent {
	seconds: number;
	serverUs: number;
	postgresUs: number;
	walBytes: number;
	storedBytes: number;
}

export async function readSpent({ owner, server }: Stage): Promise<Spent> {
	const text = `select (pg_current_wal_insert_lsn() - '0/0')::bigint as "walBytes",
		pg_database_size(current_database()) as "storedBytes"`;
	const stored = await one<Pick<Spent, 'walBytes' | 'storedBytes'>>(owner, { text });
	return {
		seconds: performance.now() / 1000,
		serverUs: cpuOf(server.child.pid ?? 0) ?? Number.NaN,
		postgresUs: cpuOfPostgres() ?? Number.NaN,
		...stored,
	};
}

/** Returns the seconds between two readings, and everything else by vote. */
export function spentByVote(before: Spent, after: Spent, votes: number): Spent {
	const byVote = (name: keyof Spent) => Math.round((after[name] - before[name]) / votes);
	return {
		seconds: Math.round(after.seconds - before.seconds),
		serverUs: byVote('serverUs'),
		postgresUs: byVote('postgresUs'),
		walBytes: byVote('walBytes'),
		storedBytes: byVote('storedBytes'),
	};
}
