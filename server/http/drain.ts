/**
 * Takes a process out of service before it closes. While it drains, it says "not ready", so that a balancer sends new
 * visitors elsewhere; it answers every request, and ends each connection with its answer, so that a proxy keeps none
 * open; it takes no new live charts, and ends those under way.
 */
import { setTimeout as wait } from 'node:timers/promises';

export interface Drain {
	readonly isDraining: boolean;
	/** Calls `listener` once, when the drain begins. */
	onBegin(listener: (milliseconds: number) => void): void;
	/** Resolves after that time. Zero is no drain: nothing changes. */
	begin(milliseconds: number): Promise<void>;
}

export function openDrain(): Drain {
	const listeners: ((milliseconds: number) => void)[] = [];
	let isDraining = false;
	return {
		get isDraining() {
			return isDraining;
		},
		onBegin: (listener) => void listeners.push(listener),
		async begin(milliseconds) {
			if (milliseconds === 0 || isDraining) return;
			isDraining = true;
			for (const listener of listeners) listener(milliseconds);
			await wait(milliseconds);
		},
	};
}
