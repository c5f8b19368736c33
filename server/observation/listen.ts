import type { Channel, TracingChannel } from 'node:diagnostics_channel';

export type Stop = () => unknown;

/** Calls `hear` within the work that tells. Its first error is printed as a warning, and never reaches the work. */
export function listen<Message extends object>(to: Channel<Message, unknown>, hear: (message: Message) => void): Stop {
	let hasFailed = false;
	const listener = (message: unknown) => {
		try {
			hear(message as Message);
		} catch (error) {
			if (!hasFailed) process.emitWarning(error instanceof Error ? error : String(error));
			hasFailed = true;
		}
	};
	to.subscribe(listener);
	return () => to.unsubscribe(listener);
}

/** Calls `hear` at the end of each work with the seconds that it took. */
export function listenTimed<Signal extends { startedAt?: number; error?: unknown }>(
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
