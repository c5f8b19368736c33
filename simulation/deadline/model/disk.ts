/** The log of a database. Transactions that commit during a flush share the next one. */
import type { Agenda } from './agenda.ts';

export interface Disk {
	/** Calls back when everything that was written so far is durable. */
	flush(done: () => void): void;
}

export function openDisk(agenda: Agenda, flushMs: number): Disk {
	let waiting: (() => void)[] = [];
	let isFlushing = false;

	function start(): void {
		isFlushing = true;
		const flushed = waiting;
		waiting = [];
		agenda.at(agenda.now() + flushMs, () => {
			isFlushing = false;
			if (waiting.length > 0) start();
			for (const done of flushed) done();
		});
	}

	return {
		flush(done) {
			waiting.push(done);
			if (!isFlushing) start();
		},
	};
}
