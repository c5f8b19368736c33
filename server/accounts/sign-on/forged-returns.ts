/**
 * Counts returns whose code the provider refused, by address. Presses have a limit that no crowd reaches: states and tokens
 * cannot be guessed, so a press costs a row and a return without its sign-in next to nothing. But a forged code makes the
 * provider answer, and a provider that is asked too much turns everybody away. One per process.
 */
import { Problem } from '#server/kernel/problem.ts';
import { addressKey64 } from '#server/kernel/network-address.ts';
import { addressBuckets } from '#server/kernel/token-buckets.ts';
import { ProviderFailure } from './identity-provider.ts';

/** A provider takes a fifth of a second or less for each, so the last one waits for some twenty seconds. */
const WAITING_MAX = 100;

export function forgedReturns(perMinute: number) {
	const left = addressBuckets({ perSecond: perMinute / 60, burst: perMinute });
	const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
	return {
		/**
		 * Works on a return. While its address has sent too many forged ones, the provider is asked one after the other.
		 * @throws {Problem} too_many_requests while too many wait
		 */
		async inTurn<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
			if (left.take(address) === 0) {
				left.giveBack(address);
				return work();
			}
			const key = addressKey64(address);
			const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
			if (queue.waiting >= WAITING_MAX) throw new Problem('too_many_requests', { retryAfter: 5 });
			const turn = queue.last.then(work).finally(() => {
				queue.waiting -= 1;
				if (queue.waiting === 0) queues.delete(key);
			});
			queues.set(key, Object.assign(queue, { last: turn.catch(() => undefined), waiting: queue.waiting + 1 }));
			return turn;
		},
		/** Counts what came of a return. `cause` is null if somebody signed in, who makes up for one that was forged. */
		note(address: string, cause: unknown): void {
			if (cause === null) left.giveBack(address);
			else if (cause instanceof ProviderFailure && cause.isForged) left.take(address);
		},
	};
}
