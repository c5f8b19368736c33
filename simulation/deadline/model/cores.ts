/**
 * Processors that all programs of a machine share equally: with more programs than cores, each gets an equal part of a
 * core. A scheduler gives out slices of a few milliseconds, which is about what a batch takes, so equal sharing is
 * closer to it than a queue.
 */
import type { Agenda } from './agenda.ts';
import { openHeap } from './heap.ts';

export interface Cores {
	/** Does work of so many milliseconds of one core, and calls back when it is done. */
	run(workMs: number, done: () => void): void;
	/** Returns the milliseconds of all cores that were used so far. */
	busyMs(): number;
}

export function openCores(agenda: Agenda, count: number): Cores {
	/** Keyed by the progress at which the work is done. */
	const jobs = openHeap<() => void>();
	/** What every job has got since the beginning, in milliseconds of one core. A job that comes later begins there. */
	let progress = 0;
	let busy = 0;
	let since = 0;
	let version = 0;

	const rate = () => Math.min(1, count / jobs.size());

	function advance(): void {
		const passed = agenda.now() - since;
		since = agenda.now();
		if (jobs.size() === 0) return;
		progress += passed * rate();
		busy += passed * Math.min(count, jobs.size());
	}

	function schedule(): void {
		version += 1;
		if (jobs.size() === 0) return;
		const own = version;
		agenda.at(agenda.now() + Math.max(0, jobs.first() - progress) / rate(), () => {
			if (own === version) finish();
		});
	}

	function finish(): void {
		advance();
		progress = Math.max(progress, jobs.first());
		const done = jobs.take();
		schedule();
		done?.();
	}

	return {
		run(workMs, done) {
			advance();
			const end = progress + workMs;
			const isFirst = end < jobs.first();
			jobs.add(end, done);
			// Beside others that each have a core of their own, it changes nothing for the next to end.
			if (isFirst || jobs.size() > count) schedule();
		},
		busyMs() {
			advance();
			return busy;
		},
	};
}

/** A program beside the others that works off what it is given, on one core at most. */
export function openHelper(cores: Cores): (workMs: number) => void {
	let left = 0;
	let isBusy = false;
	function work(): void {
		if (isBusy || left === 0) return;
		isBusy = true;
		const taken = left;
		left = 0;
		cores.run(taken, () => {
			isBusy = false;
			work();
		});
	}
	return (workMs) => {
		left += workMs;
		work();
	};
}
