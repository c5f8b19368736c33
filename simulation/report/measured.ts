/** What depends on the machine: how long answers took, and what a vote cost. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { one } from '#server/kernel/database.ts';
import { cpuOf, cpuOfPostgres } from '../../testkit/cpu.ts';
import { quantile } from '../../testkit/quantile.ts';
import type { Journal } from '../journal.ts';
import type { Stage } from '../stage/stage.ts';
import { figures, number, page, section, table, wide, draw, legend, type Series } from './page.ts';

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

/** The page of this run: what depends on the machine and on whatever else it did. */
export function machinePage(measured: Measured): string {
	const { seconds, votes, retries } = measured;
	const model = cpus()[0]?.model ?? 'unknown processor';
	const load = loadavg()[0]?.toFixed(1) ?? '?';
	const lead = `${number(votes)} votes in ${number(Math.round(seconds))} s on ${availableParallelism()} cores (${model}), which the fans’ programs shared with the site. Load average at the end: ${load}. <a href="index.html">The month</a>.`;
	const latency: Series[] = [
		{ name: 'p99', color: '#e5538a', values: measured.p99ByDay.filter(Number.isFinite) },
		{ name: 'median', color: '#2fb8a8', values: measured.p50ByDay.filter(Number.isFinite) },
	];
	const picture = { title: 'Latency of a vote', step: 'day', unit: 'milliseconds', series: latency } as const;
	return page('This run', lead, [
		section(
			'Latency of a vote',
			`From the press of the button to the answer, in milliseconds. Each fan waits for an answer before the next vote, so it includes the wait behind all others. Requests that were sent again: ${number(retries)}.`,
			wide(picture.title, draw({ ...picture, kind: 'lines', labelEvery: 1 })) + legend(latency),
		),
		section(
			'Cost of a vote',
			'Everything that the month brought, divided by its votes: sign-ins, check-ins, purchases, charts, jobs and the public log are in it.',
			figures([
				['server, µs', shown(measured.serverUs)],
				['PostgreSQL, µs', shown(measured.postgresUs)],
				['write-ahead log, bytes', Math.round(measured.walBytes)],
				['stored, bytes', Math.round(measured.storedBytes)],
				['votes a second', Math.round(votes / seconds)],
			]),
		),
		section(
			'Tables',
			'Bytes per vote with indexes.',
			table(
				['Table', 'Bytes'],
				measured.tables.map(({ name, bytes }) => [name, Math.round(bytes)]),
			),
		),
	]);
}

const shown = (value: number | null): number | string =>
	value === null ? 'not told by this system' : Math.round(value);
