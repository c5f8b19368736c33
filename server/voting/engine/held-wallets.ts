/**
 * Fans whose wallet somebody else holds, each with a line of votes. The first of a line asks again after a pause; the
 * others stay behind it, so that one held wallet costs its fan a wait, in the end an answer that says so, and nobody else
 * anything.
 */
import type { Ballot } from '../ballot.ts';

export interface InLine {
	ballot: Ballot;
	/** Position in the order of arrival. */
	number: number;
	/** Monotonic milliseconds after which it waits no longer; set when it first has to wait. */
	givesUpAt?: number;
}

export interface Lines<Item extends InLine> {
	/** How many wait. */
	size(): number;
	/** Takes a vote of a fan who has a line; false where there is none, or where it is full: see `isFull`. */
	join(item: Item): boolean;
	isFull(fanId: number): boolean;
	/** This one found the wallet held, and so these of the same fan need not try. */
	hold(items: readonly Item[]): void;
	/** Its fan's wallet is free again: gives all who waited behind it. */
	release(fanId: number): readonly Item[];
	/** Gives up all waiting votes. */
	close(): void;
}

/** A wallet held for longer is not held by our own transactions, which take milliseconds. */
const WAIT_MS = 5_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
/** Votes of one fan who wait at once: about what the rate of an account lets through in the time. */
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
