/** The batches of a simulation, counted. */

export interface Batches {
	add(votes: number, underWayMs: number): void;
	/** Votes of a batch. */
	mean(): number;
	/** The longest time that a batch was under way. Batches end after four seconds, which the model leaves out. */
	longestMs(): number;
}

/** @param counts returns true while batches are counted; the longest is looked for all the time */
export function openBatches(counts: () => boolean): Batches {
	let [sum, count, longest] = [0, 0, 0];
	return {
		add(votes, underWayMs) {
			longest = Math.max(longest, underWayMs);
			if (!counts()) return;
			sum += votes;
			count += 1;
		},
		mean: () => sum / count,
		longestMs: () => longest,
	};
}
