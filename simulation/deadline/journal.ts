/** What became of the votes of a simulated deadline. */
import { openLatencies, type Latencies } from './model/latencies.ts';
import type { Vote } from './model/vote.ts';

/** Votes by the second in which the fan pressed the button. */
export interface Second {
	pressed: number;
	cast: number;
	/** Answers of 503. A vote may get several. */
	busy: number;
	/** Decided after the cut-off, and so refused. */
	late: number;
	/** The fan's device stopped after ten seconds of refusals. */
	gaveUp: number;
	/** From the press to the answer "cast", refusals and pauses included. */
	waits: Latencies;
}

export interface Journal {
	pressed(vote: Vote): void;
	busy(vote: Vote): void;
	ended(vote: Vote, how: 'cast' | 'late' | 'gaveUp', now: number): void;
	/** The last seconds before `endMs`, as many as there were. */
	seconds: readonly Second[];
	/** Sums over all votes. */
	sum(what: 'pressed' | 'cast' | 'busy' | 'late' | 'gaveUp'): number;
	/** Waits of all votes that were pressed in the last seconds. */
	waits: Latencies;
}

/** @param secondMs length of a second; a test's minute is shorter */
export function openJournal({ endMs, count, secondMs }: { endMs: number; count: number; secondMs: number }): Journal {
	const startMs = endMs - count * secondMs;
	const aSecond = (): Second => ({ pressed: 0, cast: 0, busy: 0, late: 0, gaveUp: 0, waits: openLatencies() });
	const seconds = Array.from({ length: count }, aSecond);
	const before = aSecond();
	const waits = openLatencies();
	const of = ({ pressedAt }: Vote): Second => seconds[Math.floor((pressedAt - startMs) / secondMs)] ?? before;
	return {
		pressed: (vote) => void (of(vote).pressed += 1),
		busy: (vote) => void (of(vote).busy += 1),
		ended(vote, how, now) {
			const second = of(vote);
			second[how] += 1;
			if (how !== 'cast') return;
			second.waits.add(now - vote.pressedAt);
			if (second !== before) waits.add(now - vote.pressedAt);
		},
		seconds,
		sum: (what) => seconds.reduce((total, second) => total + second[what], before[what]),
		waits,
	};
}
