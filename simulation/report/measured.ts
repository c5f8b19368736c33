/** What depends on the machine: how long answers took, and what a vote cost. */
import { cpuOf, cpuOfPostgres } from '../../bench/lib/cpu.ts';
import { one } from '#server/kernel/database.ts';
import { quantile } from '../../bench/lib/rounds.ts';
import type { Journal } from '../journal.ts';
import type { Stage } from '../stage/stage.ts';

export interface Measured {
	seconds: number;
	votes: number;
	/** Requests that were sent again: the site was busy, or a connection was lost. */
	retries: number;
	/** Milliseconds, of all votes and by day. */
	p50: number;
	p99: number;
	p50ByDay: number[];
	p99ByDay: number[];
	/** Per vote, with everything else that the month brought. Null where the system does not tell. */
	serverUs: number | null;
	postgresUs: number | null;
	walBytes: number;
	storedBytes: number;
	/** Bytes per vote of the tables that grew most, with their indexes. */
	tables: { name: string; bytes: number }[];
}

interface Spent {
	at: number;
	server: number | null;
	postgres: number | null;
	wal: number;
	stored: number;
}

export async function startMeasuring(stage: Stage): Promise<{ end(journal: Journal): Promise<Measured> }> {
	const before = await readSpent(stage);
	return {
		async end({ votes, waits }) {
			const after = await readSpent(stage);
			const all = waits.flat();
			return {
				seconds: (after.at - before.at) / 1000,
				votes,
				retries: stage.client.retries(),
				p50: quantile(all, 0.5),
				p99: quantile(all, 0.99),
				p50ByDay: waits.map((day) => quantile(day, 0.5)),
				p99ByDay: waits.map((day) => quantile(day, 0.99)),
				serverUs: share(before.server, after.server, votes),
				postgresUs: share(before.postgres, after.postgres, votes),
				walBytes: (after.wal - before.wal) / votes,
				storedBytes: (after.stored - before.stored) / votes,
				tables: await readTables(stage, votes),
			};
		},
	};
}

const share = (before: number | null, after: number | null, votes: number): number | null =>
	before === null || after === null ? null : (after - before) / votes;

async function readSpent({ owner, server }: Stage): Promise<Spent> {
	const text = `select (pg_current_wal_insert_lsn() - '0/0')::bigint as wal, pg_database_size(current_database()) as stored`;
	const { wal, stored } = await one<{ wal: number; stored: number }>(owner, { text });
	return { at: performance.now(), server: cpuOf(server.child.pid ?? 0), postgres: cpuOfPostgres(), wal, stored };
}

async function readTables({ owner }: Stage, votes: number): Promise<Measured['tables']> {
	const rows = await owner.query<{ name: string; bytes: number }>({
		text: `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
			where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 8`,
	});
	return rows.map(({ name, bytes }) => ({ name, bytes: bytes / votes }));
}
