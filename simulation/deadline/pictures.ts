/** The pictures of docs/scaling.md. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFile, type Picture, type Series } from '../report/svg.ts';
import type { Second } from './journal.ts';
import type { Simulated } from './row.ts';
import type { Study } from './study.ts';

const COLORS = ['#e5538a', '#f0883e', '#2fb8a8', '#4d9bff', '#8c6bff'];
const colorAt = (index: number): string => COLORS[index % COLORS.length] ?? '#888888';

export async function writePictures(folder: string, study: Study): Promise<string[]> {
	await mkdir(folder, { recursive: true });
	const pictures = Object.entries({
		'by-shards': byShards(study),
		'by-rate': byRate(study),
		'databases-overloaded': overload(study.overloads.databases, 'databases'),
		'processes-overloaded': overload(study.overloads.processes, 'processes'),
	});
	const files = pictures.map(([name]) => join(folder, `deadline-${name}.svg`));
	await Promise.all(pictures.map(([, picture], index) => writeFile(files[index] as string, drawFile(picture))));
	return files;
}

/** Seconds until the cut-off below the steps. */
const countdown = (count: number) => ({
	step: 'second before the cut-off',
	labelEvery: 10,
	labels: Array.from({ length: count }, (_, second) => `${count - second} s`),
});

function byShards({ byShards: all }: Study): Picture {
	const series: Series[] = all.map(({ shards, outcome }, index) => ({
		name: shards === 1 ? '1 shard' : `${shards} shards`,
		color: colorAt(index),
		values: outcome.journal.seconds.map(({ waits }) => waits.quantile(0.99)),
	}));
	return {
		title: 'p99 of a vote in the last minute',
		unit: 'milliseconds',
		kind: 'lines',
		isLogarithmic: true,
		series,
		...countdown(series[0]?.values.length ?? 0),
	};
}

function byRate({ byRate: all }: Study): Picture {
	return {
		title: 'Latency of a vote by rate',
		unit: 'milliseconds',
		step: 'votes a second',
		kind: 'lines',
		isLogarithmic: true,
		labelEvery: 1,
		labels: all.map(({ perSecond }) => `${perSecond / 1000},000`),
		series: [
			{ name: 'p99', color: colorAt(0), values: all.map(({ row }) => row.p99Ms) },
			{ name: 'median', color: colorAt(2), values: all.map(({ row }) => row.p50Ms) },
		],
	};
}

function overload({ outcome, parts }: Simulated, what: string): Picture {
	const { seconds } = outcome.journal;
	const values = (of: (second: Second) => number) => seconds.map((second) => of(second) * parts);
	return {
		title: `What becomes of votes a fifth above the limit of the ${what}`,
		unit: 'votes',
		kind: 'columns',
		series: [
			{ name: 'cast', color: colorAt(2), values: values(({ cast }) => cast) },
			{ name: 'too late', color: colorAt(1), values: values(({ late }) => late) },
			{ name: 'given up', color: colorAt(0), values: values(({ gaveUp }) => gaveUp) },
		],
		...countdown(seconds.length),
	};
}
