/**
 * Queues of votes whose wallets another transaction holds, one queue per fan. The first vote of a queue is retried
 * after a pause; the others wait behind it. A held wallet therefore delays only the votes of its own fan. If it is held
 * for too long, they are given up.
 */
import type { Ballot } from '../ballot.ts';

export interface Waiting {
	ballot: Ballot;
	/** Position in the order of arrival. */
	number: number;
	/** Monotonic milliseconds until which the vote waits. Set when it first has to wait. */
	givesUpAt?: number;
}

/** Our own transactions hold a wallet for milliseconds. After this time, something else holds it. */
const WAIT_MS = 5_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
/** Maximum number of waiting votes per fan: about as many as the rate limit of an account allows within WAIT_MS. */
const PER_FAN_MAX = 300;

interface FanQueue<Vote> {
	votes: Vote[];
	pause: number;
	timer: NodeJS.Timeout | null;
}

/** Shared constant: one new value for each of a million votes would load the garbage collector. */
const NONE: readonly never[] = [];

export function openHeldWallets<Vote extends Waiting>({
	retry,
	giveUp,
}: {
	retry: (vote: Vote) => void;
	giveUp: (vote: Vote) => void;
}) {
	const queues = new Map<number, FanQueue<Vote>>();
	let waiting = 0;

	function add(queue: FanQueue<Vote>, vote: Vote): void {
		vote.givesUpAt ??= performance.now() + WAIT_MS;
		queue.votes.push(vote);
		waiting += 1;
	}

	function startPause(fanId: number, queue: FanQueue<Vote>): void {
		queue.timer = setTimeout(() => {
			queue.timer = null;
			const now = performance.now();
			const over = queue.votes.filter(({ givesUpAt = 0 }) => givesUpAt <= now);
			queue.votes = queue.votes.filter(({ givesUpAt = 0 }) => givesUpAt > now);
			waiting -= over.length;
			for (const vote of over) giveUp(vote);
			const first = queue.votes.shift();
			if (!first) {
				queues.delete(fanId);
				return;
			}
			waiting -= 1;
			retry(first);
		}, queue.pause);
		queue.pause = Math.min(2 * queue.pause, LONGEST_PAUSE_MS);
	}

	return {
		size: () => waiting,
		isFull: (fanId: number) => (queues.get(fanId)?.votes.length ?? 0) >= PER_FAN_MAX,
		/** Queues the vote behind the same fan's waiting votes. Returns false if there are none. */
		join(vote: Vote) {
			const queue = queues.get(vote.ballot.fanId);
			if (queue) add(queue, vote);
			return queue !== undefined;
		},
		/** Queues votes of one fan. The first has found the wallet held, so the others need not try. */
		hold(fanId: number, votes: readonly Vote[]) {
			const queue = queues.get(fanId) ?? { votes: [], pause: FIRST_PAUSE_MS, timer: null };
			queues.set(fanId, queue);
			for (const vote of votes) add(queue, vote);
			// A vote that was in flight with its predecessor returns late and still goes before later votes.
			queue.votes.sort((one, other) => one.number - other.number);
			if (!queue.timer) startPause(fanId, queue);
		},
		/** Removes and returns the fan's waiting votes. Called when the wallet is free again. */
		release(fanId: number): readonly Vote[] {
			const queue = queues.get(fanId);
			if (!queue) return NONE;
			if (queue.timer) clearTimeout(queue.timer);
			queues.delete(fanId);
			waiting -= queue.votes.length;
			return queue.votes;
		},
		close() {
			for (const fanId of queues.keys()) for (const vote of this.release(fanId)) giveUp(vote);
		},
	};
}
