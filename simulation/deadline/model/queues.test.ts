/** Parts of the model against formulas of queueing theory, where there are any. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../demo/art/random.ts';
import { openAgenda } from './agenda.ts';
import { openCores } from './cores.ts';
import { follow, steady } from './curve.ts';
import { openDatabase } from './database.ts';
import { openDisk } from './disk.ts';

/** Enough for a mean that is right within a few percent. */
const LENGTH_MS = 100_000;
const PER_SECOND = 1_000;

/** Returns the mean time (ms) from an arrival to its end. */
function meanTime(start: (agenda: ReturnType<typeof openAgenda>) => (done: () => void) => void): number {
	const agenda = openAgenda();
	const begin = start(agenda);
	let [sum, count] = [0, 0];
	follow(agenda, steady(PER_SECOND, LENGTH_MS), randomFrom('arrivals'), () => {
		const from = agenda.now();
		begin(() => {
			sum += agenda.now() - from;
			count += 1;
		});
	});
	agenda.run();
	return sum / count;
}

const exponential = (mean: number) => {
	const random = randomFrom('work');
	return () => -mean * Math.log(1 - random.next());
};

const within = (expected: number, part: number) => [expected * (1 - part), expected * (1 + part)] as const;

describe('a backend', () => {
	it('keeps batches waiting as an M/D/1 queue does', () => {
		const [workMs, load] = [0.8, 0.8];
		const costs = { batchMs: workMs, voteMs: 0, besideMs: 0, flushMs: 0 };
		const mean = meanTime((agenda) => {
			const connection = openDatabase(agenda, openCores(agenda, 1), costs).connect();
			return (done) => connection({ votes: 1, hasRetry: false }, done);
		});
		const [min, max] = within(workMs + (load * workMs) / (2 * (1 - load)), 0.03);
		expect(mean).toBeGreaterThan(min);
		expect(mean).toBeLessThan(max);
	});
});

describe('cores', () => {
	it('share one core as an M/M/1 queue with processor sharing does', () => {
		const [workMs, load] = [0.7, 0.7];
		const work = exponential(workMs);
		const mean = meanTime((agenda) => {
			const cores = openCores(agenda, 1);
			return (done) => cores.run(work(), done);
		});
		const [min, max] = within(workMs / (1 - load), 0.03);
		expect(mean).toBeGreaterThan(min);
		expect(mean).toBeLessThan(max);
	});

	it('share two cores as an M/M/2 queue does', () => {
		const [workMs, load] = [1.4, 0.7];
		const work = exponential(workMs);
		const mean = meanTime((agenda) => {
			const cores = openCores(agenda, 2);
			return (done) => cores.run(work(), done);
		});
		// With two servers the time is the work ÷ (1 - load²).
		const [min, max] = within(workMs / (1 - load ** 2), 0.03);
		expect(mean).toBeGreaterThan(min);
		expect(mean).toBeLessThan(max);
	});

	it('count what was used', () => {
		const agenda = openAgenda();
		const cores = openCores(agenda, 2);
		for (const workMs of [1, 2, 3]) cores.run(workMs, () => undefined);
		agenda.run();
		expect(cores.busyMs()).toBeCloseTo(6, 9);
		// Three share two cores until the first has its millisecond, then each of the two has its own.
		expect(agenda.now()).toBeCloseTo(1.5 + 2, 9);
	});
});

describe('a disk', () => {
	it('gives one flush to all that commit during the one before', () => {
		const agenda = openAgenda();
		const disk = openDisk(agenda, 10);
		const ends: [string, number][] = [];
		const flush = (name: string, at: number) => agenda.at(at, () => disk.flush(() => ends.push([name, agenda.now()])));
		flush('first', 0);
		flush('second', 1);
		flush('third', 9);
		flush('much later', 50);
		agenda.run();
		expect(ends).toEqual([
			['first', 10],
			['second', 20],
			['third', 20],
			['much later', 60],
		]);
	});
});
