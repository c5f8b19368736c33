/** The balancer in front of a process, as deploy/nginx configures it. */
import type { Process } from './process.ts';
import type { WriterOptions } from './writer.ts';

type Settle = WriterOptions['settle'];

/**
 * Calls with a key that a process has at once, and the seconds after which a refused one is asked to come again.
 * @internal the same as in deploy/nginx, which a test compares
 */
export const BALANCER = { callsMax: 2_000, retryAfter: 3 };

/** A process that gets a bounded number of calls at once. Others are refused in front of it, which costs it nothing. */
export function openBounded(open: (settle: Settle) => Process, callsMax: number, settle: Settle): Process {
	let calls = 0;
	const process = open((vote, answer) => {
		calls -= 1;
		settle(vote, answer);
	});
	return {
		take(vote) {
			if (calls >= callsMax) {
				vote.requests += 1;
				settle(vote, { retryAfter: BALANCER.retryAfter });
				return;
			}
			calls += 1;
			process.take(vote);
		},
		waiting: process.waiting,
	};
}
