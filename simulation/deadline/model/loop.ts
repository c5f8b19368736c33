/**
 * The event loop of a process. A turn takes everything that has arrived since the last one, in order of arrival, and
 * then what this work left for the end of the turn (`setImmediate`). What arrives meanwhile waits for the next turn.
 */
import type { Cores } from './cores.ts';

interface Task {
	costMs: number;
	act: () => void;
}

export interface Loop {
	/** A request, or an answer of the database. */
	arrive(costMs: number, act: () => void): void;
	/** For the end of the turn. */
	soon(costMs: number, act: () => void): void;
}

/** So many tasks ask for the processor at once: an answer is late by seven others at most, and a run takes half as long. */
const PIECE = 8;

export function openLoop(cores: Cores): Loop {
	let arrived: Task[] = [];
	let immediate: Task[] = [];
	let isRunning = false;

	function turn(): void {
		isRunning = true;
		const polled = arrived;
		arrived = [];
		work(polled, 0, endOfTurn);
	}

	function endOfTurn(): void {
		const checked = immediate;
		immediate = [];
		work(checked, 0, () => {
			if (arrived.length + immediate.length > 0) turn();
			else isRunning = false;
		});
	}

	function work(tasks: readonly Task[], from: number, done: () => void): void {
		if (from >= tasks.length) {
			done();
			return;
		}
		const end = Math.min(tasks.length, from + PIECE);
		let costMs = 0;
		for (let at = from; at < end; at += 1) costMs += (tasks[at] as Task).costMs;
		cores.run(costMs, () => {
			for (let at = from; at < end; at += 1) (tasks[at] as Task).act();
			work(tasks, end, done);
		});
	}

	const wake = () => {
		if (!isRunning) turn();
	};
	return {
		arrive(costMs, act) {
			arrived.push({ costMs, act });
			wake();
		},
		soon(costMs, act) {
			immediate.push({ costMs, act });
			wake();
		},
	};
}
