/** How long work took, from its signals. */
import type { TracingChannel } from 'node:diagnostics_channel';
import { listen, type Stop } from '../listen.ts';

interface Timed {
	startedAt?: number;
	error?: unknown;
}

/** Calls `hear` at the end of each work with the seconds that it took. */
export function listenTimed<Signal extends Timed>(
	to: TracingChannel<Signal, unknown>,
	hear: (signal: Signal, seconds: number) => void,
): Stop {
	const stops = [
		listen(to.start, (signal) => void (signal.startedAt = performance.now())),
		listen(to.asyncEnd, (signal) => {
			// It began before anybody listened.
			if (signal.startedAt === undefined) return;
			hear(signal, (performance.now() - signal.startedAt) / 1000);
		}),
	];
	return () => stops.forEach((stop) => stop());
}
