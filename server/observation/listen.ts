import type { Channel, TracingChannel } from 'node:diagnostics_channel';

/** Calls `hear` within the work that tells, until the signal. Its first error is printed, and never reaches the work. */
export function listen<Message extends object>(
	to: Channel<Message, unknown>,
	until: AbortSignal,
	hear: (message: Message) => void,
): void {
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
	until.addEventListener('abort', () => to.unsubscribe(listener));
}

/** Calls `hear` at the end of each work with the seconds that it took. */
export function listenTimed<Signal extends { startedAt?: number; error?: unknown }>(
	to: TracingChannel<Signal, unknown>,
	until: AbortSignal,
	hear: (signal: Signal, seconds: number) => void,
): void {
	listen(to.start, until, (signal) => void (signal.startedAt = performance.now()));
	listen(to.asyncEnd, until, (signal) => {
		// It began before anybody listened.
		if (signal.startedAt === undefined) return;
		hear(signal, (performance.now() - signal.startedAt) / 1000);
	});
}
