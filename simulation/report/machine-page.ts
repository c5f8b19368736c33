/** The page of this run: what depends on the machine and on whatever else it did. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Measured } from './measured.ts';
import { figures, number, page, section, table, wide } from './page.ts';
import { draw, legend, type Series } from './svg.ts';

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
