/** The clock of the model, and what happens when. All times are milliseconds. */
import { openHeap } from './heap.ts';

export interface Agenda {
	now(): number;
	/** A time that has passed already stands for now. */
	at(time: number, action: () => void): void;
	/** Runs all actions up to and including this time. Without one, until nothing is left. */
	run(until?: number): void;
}

export function openAgenda(): Agenda {
	const actions = openHeap<() => void>();
	let now = 0;
	return {
		now: () => now,
		at: (time, action) => actions.add(Math.max(time, now), action),
		run(until = Number.MAX_VALUE) {
			while (actions.first() <= until) {
				now = actions.first();
				actions.take()?.();
			}
		},
	};
}
