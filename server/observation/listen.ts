/** Listening to signals (server/kernel/signals/signals.ts). */
import type { Channel } from 'node:diagnostics_channel';

export type Stop = () => unknown;

/**
 * Calls `hear` with each message, in the turn of the work that told of it. An error of a listener must not reach the
 * work, and Node would end the process for it: the first one is printed as a warning.
 */
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
