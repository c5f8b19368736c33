/**
 * Queues of votes whose wallets another transaction holds, one queue per fan. The first vote of a queue is retried
 * after a pause; the others wait behind it. A held wallet therefore delays only the votes of its own fan. If it is held
 * for too long, they are refused.
 */
import type { Ballot } from '../ballot.ts';

export interface InLine {
	ballot: Ballot;
	/** Position in the order of arrival. */
	number: number;
	/** Monotonic milliseconds until which the vote waits. Set when it first has to wait. */
	givesUpAt?: number;
}

export interface Lines<Item extends InLine> {
	/** Returns the number of waiting votes. */
	size(): number;
	/** Queues the vote behind the same fan's waiting votes. Returns false if there are none. */
	join(item: Item): boolean;
	isFull(fanId: number): boolean;
	/** Queues votes of one fan. The first has found the wallet held, so the others need not try. */
	hold(items: readonly Item[]): void;
	/** Removes and returns the fan's waiting votes. Called when the wallet is free again. */
	release(fanId: number): readonly Item[];
	/** Gives up all waiting votes. */
	close(): void;
}

/** Our own transactions hold a wallet for milliseconds. After this time, something else holds it. */
const WAIT_MS = 5_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
/** Maximum number of waiting votes per fan: about as many as the rate limit of an account allows within WAIT_MS. */
const LINE_MAX = 300;

interface Line<Item> {
	items: Item[];
	pause: number;
	timer: NodeJS.Timeout | null;
}

/** Shared constant: one new value for each of a million votes would load the garbage collector. */
const NOBODY: readonly never[] = [];

export function openLines<Item extends InLine>({
	askAgain,
	giveUp,
}: {
	askAgain: (item: Item) => void;
	giveUp: (item: Item) => void;
}): Lines<Item> {
	const lines = new Map<number, Line<Item>>();
	let waiting = 0;

	function add(line: Line<Item>, item: Item): void {
		item.givesUpAt ??= performance.now() + WAIT_MS;
		line.items.push(item);
		waiting += 1;
	}

	function startPause(fanId: number, line: Line<Item>): void {
		line.timer = setTimeout(() => {
			line.timer = null;
			const now = performance.now();
			const over = line.items.filter(({ givesUpAt = 0 }) => givesUpAt <= now);
			line.items = line.items.filter(({ givesUpAt = 0 }) => givesUpAt > now);
			waiting -= over.length;
			for (const item of over) giveUp(item);
			const first = line.items.shift();
			if (!first) {
				lines.delete(fanId);
				return;
			}
			waiting -= 1;
			askAgain(first);
		}, line.pause);
		line.pause = Math.min(2 * line.pause, LONGEST_PAUSE_MS);
	}

	return {
		size: () => waiting,
		isFull: (fanId) => (lines.get(fanId)?.items.length ?? 0) >= LINE_MAX,
		join(item) {
			const line = lines.get(item.ballot.fan.fanId);
			if (line) add(line, item);
			return line !== undefined;
		},
		hold(items) {
			const fanId = items[0]?.ballot.fan.fanId ?? 0;
			const line = lines.get(fanId) ?? { items: [], pause: FIRST_PAUSE_MS, timer: null };
			lines.set(fanId, line);
			for (const item of items) add(line, item);
			// A vote that was in flight with its predecessor returns late and still goes before later votes.
			line.items.sort((one, other) => one.number - other.number);
			if (!line.timer) startPause(fanId, line);
		},
		release(fanId) {
			const line = lines.get(fanId);
			if (!line) return NOBODY;
			if (line.timer) clearTimeout(line.timer);
			lines.delete(fanId);
			waiting -= line.items.length;
			return line.items;
		},
		close() {
			for (const fanId of lines.keys()) for (const item of this.release(fanId)) giveUp(item);
		},
	};
}
