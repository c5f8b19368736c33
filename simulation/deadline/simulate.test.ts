import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEASURED } from './costs.ts';
import { BALANCER } from './model/balancer.ts';
import { deadline, steady } from './model/curve.ts';
import type { Layout } from './model/site.ts';
import { simulateDeadline, type Deadline, type Outcome } from './simulate.ts';

const SITE: Layout = {
	shards: 1,
	databases: 1,
	processes: 4,
	databaseCores: 2,
	routing: 'shard',
	wireMs: 0.1,
	callsMax: Infinity,
};

function run(layout: Partial<Layout>, given: Partial<Deadline> = {}): Outcome {
	return simulateDeadline({
		layout: { ...SITE, ...layout },
		costs: MEASURED,
		bounds: { batchMax: 300, queueMax: 10_000 },
		curve: deadline(10_000, 1_000),
		secondMs: 1000 / 60,
		seed: 1,
		...given,
	});
}

const figures = ({ journal, batches, ...rest }: Outcome) => ({
	...rest,
	ends: (['pressed', 'cast', 'late', 'gaveUp', 'busy'] as const).map((what) => journal.sum(what)),
	waits: [0.5, 0.99, 0.999].map((part) => journal.waits.quantile(part)),
	batch: batches.mean(),
});

/** More than the site carries: a slow database, and queues of which each is full after a moment. */
const TOO_MUCH: Partial<Deadline> = {
	costs: { ...MEASURED, database: { ...MEASURED.database, voteMs: 1 } },
	bounds: { batchMax: 300, queueMax: 200 },
};

describe('a deadline', () => {
	it.each([
		['a site that carries it', {}],
		['a site that does not', TOO_MUCH],
	])('ends each vote exactly once, on %s', (_, given) => {
		const { journal, waiting } = run({}, given);
		expect(journal.sum('pressed')).toBeGreaterThan(10_000);
		expect(journal.sum('cast') + journal.sum('late') + journal.sum('gaveUp')).toBe(journal.sum('pressed'));
		expect(waiting).toBe(0);
	});

	it('refuses above the limit, casts as fast as before, and lets what waits at the end be late', () => {
		const { journal } = run({}, TOO_MUCH);
		expect(journal.sum('busy')).toBeGreaterThan(1_000);
		expect(journal.sum('late')).toBeGreaterThan(1_000);
		// Two cores for a second and a half, at one millisecond a vote.
		expect(journal.sum('cast')).toBeGreaterThan(2_000);
		expect(journal.sum('cast')).toBeLessThan(3_000);
	});

	it('refuses in front of a process that has all the calls that it may have', () => {
		const alone = { processes: 1, callsMax: 100 };
		const { journal, waiting } = run(alone, { curve: deadline(40_000, 1_000) });
		expect(journal.sum('busy')).toBeGreaterThan(1_000);
		expect(journal.sum('cast') + journal.sum('late') + journal.sum('gaveUp')).toBe(journal.sum('pressed'));
		expect(waiting).toBe(0);
	});

	it('takes a lone vote the time of its work', () => {
		const { journal } = run({ processes: 1 }, { curve: steady(1, 5_000), secondMs: 100, seconds: 50 });
		const { process, database } = MEASURED;
		const work = process.requestMs + process.answerMs + process.batchMs + database.batchMs + database.voteMs;
		const wait = work + database.flushMs + 2 * SITE.wireMs;
		expect(journal.waits.quantile(0.5)).toBeGreaterThanOrEqual(wait * 0.999);
		expect(journal.waits.quantile(0.5)).toBeLessThan(wait * 1.01);
	});

	it('is the same for one seed, and another for another', () => {
		expect(figures(run({}))).toEqual(figures(run({})));
		expect(figures(run({}, { seed: 2 }))).not.toEqual(figures(run({})));
	});

	it('is never longer with more shards', () => {
		const p99 = [1, 2, 4].map((shards) => {
			const { journal } = run({ shards, databases: shards }, { curve: deadline(20_000, 1_000) });
			return journal.waits.quantile(0.99);
		});
		expect(p99).toEqual(p99.toSorted((one, other) => other - one));
		expect(p99[0]).toBeGreaterThan(2 * (p99[2] ?? Infinity));
	});

	it('makes larger batches where each process gets the votes of one shard', () => {
		const [shard, any] = (['shard', 'any'] as const).map((routing) => run({ shards: 4, databases: 4, routing }));
		expect(shard?.batches.mean()).toBeGreaterThan(1.5 * (any?.batches.mean() ?? Infinity));
	});
});

it('the balancer has the bounds of deploy/nginx', async () => {
	const read = (name: string) => readFile(join(import.meta.dirname, '../../deploy/nginx/lightstick', name), 'utf8');
	const bounds = (await read('upstream.conf')).match(/max_conns=\d+/g);
	expect(new Set(bounds)).toEqual(new Set([`max_conns=${BALANCER.callsMax}`]));
	expect(await read('site.conf')).toContain(`add_header Retry-After ${BALANCER.retryAfter} always;`);
});

describe('the curve of a deadline', () => {
	it('has the given mean in its last minute and begins with the quarter left out', () => {
		const curve = deadline(100, 60_000);
		expect(curve.timeOf(0)).toBe(0);
		// A slope of 100/90 a second from a third of the mean: 1,500 votes until the last minute begins, 6,000 in it.
		expect(curve.timeOf(1_500)).toBeCloseTo(30_000, 6);
		expect(curve.timeOf(7_500)).toBeCloseTo(90_000, 6);
	});
});
